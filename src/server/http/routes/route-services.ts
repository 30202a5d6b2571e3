import type { Config } from '#server/config/config.ts';
import type { Admission } from '#server/http/plugins/request-limits.ts';
import type { Workspaces } from '#server/http/plugins/workspaces.ts';
import type { LinkStore } from '#server/links/link-store.ts';
import type { ChatModel } from '#server/model/chat-model.ts';
import type { LocalModels } from '#server/model/local-models.ts';
import type { Drain } from '#server/lib/scheduling.ts';
import type { Meter } from '#server/observe/meter.ts';
import type { OrderStore } from '#server/orders/order-store.ts';
import type { Threads } from '#server/threads/threads.ts';
import type { WorkspaceStore } from '#server/workspaces/workspace-store.ts';

/** What the app is made of. The caller opens it. */
export type AppServices = {
  readonly config: Config;
  readonly links: LinkStore;
  readonly workspaceStore: WorkspaceStore;
  readonly orderStore: OrderStore;
  /** Null if no model is configured. */
  readonly model: ChatModel | null;
  readonly localModels: LocalModels;
  readonly meter: Meter;
  /** Threads for long work. The app closes them. */
  readonly threads: Threads;
  readonly drain: Drain;
  /** Returns whether the server can serve requests, and if not, why. Never rejects. */
  readonly readiness: () => Promise<{ readonly status: string }>;
  readonly webRoot: string;
  /** Requests are refused when the event loop is late by more milliseconds. 0: never. */
  readonly busyEventLoopDelay: number;
  /** Milliseconds in which a request must arrive. */
  readonly requestTimeout: number;
  /** Milliseconds after an answer in which the next request of a connection must begin. */
  readonly keepAliveTimeout: number;
  /** The refusals a second above which an address is delayed. Null: no limit. */
  readonly refusalsPerSecond: number | null;
};

export type RouteServices = AppServices & {
  readonly workspaces: Workspaces;
  readonly admission: Admission;
};

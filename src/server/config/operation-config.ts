import * as z from 'zod/mini';

import { allowedHostsOf } from './allowed-hosts.ts';
import { hostName, wholeNumber } from './variables.ts';

/** Metrics and shutdown. */
export const operationVariables = z.object({
  METRICS_PORT: z.optional(
    wholeNumber({ min: 0, max: 65_535 }, 'a whole number from 0 to 65535, or nothing for no metrics'),
  ),
  METRICS_HOST: z._default(hostName(), '127.0.0.1'),
  SHUTDOWN_TIMEOUT: z._default(
    wholeNumber({ min: 1, max: 3600 }, 'a whole number of seconds from 1 to 3600'),
    25,
  ),
});

export type MetricsConfig = {
  readonly host: string;
  readonly port: number;
  /** Lower-case host names, without ports, that requests may use. */
  readonly allowedHosts: ReadonlySet<string>;
};

/** The metrics also answer for `pageHosts`, the host names of the page. */
export function readOperationConfig(
  { METRICS_HOST: host, METRICS_PORT: port, SHUTDOWN_TIMEOUT }: z.infer<typeof operationVariables>,
  pageHosts: ReadonlySet<string>,
) {
  const allowedHosts = new Set([...pageHosts, ...allowedHostsOf(undefined, host)]);
  const metrics: MetricsConfig | null = port === undefined ? null : { host, port, allowedHosts };
  return {
    /** Where the metrics for Prometheus are served. Null: nowhere. */
    metrics,
    /** Milliseconds from the signal to the end of the process. */
    shutdownTimeout: SHUTDOWN_TIMEOUT * 1000,
  };
}

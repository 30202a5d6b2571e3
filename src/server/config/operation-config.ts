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

export type OperationConfig = {
  /** Where the metrics for Prometheus are served. Null: nowhere. */
  readonly metrics: MetricsConfig | null;
  /** Milliseconds from the signal to the end of the process. */
  readonly shutdownTimeout: number;
};

/** The metrics also answer for `pageHosts`, the host names of the page. */
export function readOperationConfig(
  values: z.infer<typeof operationVariables>,
  pageHosts: ReadonlySet<string>,
): OperationConfig {
  const { METRICS_HOST: host, METRICS_PORT: port } = values;
  const allowedHosts = new Set([...pageHosts, ...allowedHostsOf(undefined, host)]);
  return {
    metrics: port === undefined ? null : { host, port, allowedHosts },
    shutdownTimeout: values.SHUTDOWN_TIMEOUT * 1000,
  };
}

import * as z from 'zod/mini';

import { readAllowedHosts } from './allowed-hosts.ts';
import { wholeNumber } from './variables.ts';

/** How the server is watched and stopped. */
export const operationVariables = z.object({
  METRICS_PORT: z.optional(
    wholeNumber({ min: 0, max: 65_535 }, 'a whole number from 0 to 65535, or nothing for no metrics'),
  ),
  METRICS_HOST: z._default(
    z.string().check(z.regex(/^[\w.:-]+$/, 'a host name or an IP address, such as 127.0.0.1 or 0.0.0.0')),
    '127.0.0.1',
  ),
  SHUTDOWN_TIMEOUT: z._default(
    wholeNumber({ min: 1, max: 3600 }, 'a whole number of seconds from 1 to 3600'),
    '25',
  ),
});

export type MetricsPlace = {
  readonly host: string;
  readonly port: number;
  /** Lower-case host names, without ports, that requests may ask for. */
  readonly allowedHosts: ReadonlySet<string>;
};

export type OperationConfig = {
  /** Where Prometheus finds the metrics; null: nowhere. */
  readonly metrics: MetricsPlace | null;
  /** From the signal to stop to the end of the process, in milliseconds. */
  readonly shutdownTimeout: number;
};

/** `pageHosts`: those that the page may be asked for by, and so the metrics, too. */
export function readOperationConfig(
  values: z.infer<typeof operationVariables>,
  pageHosts: ReadonlySet<string>,
): OperationConfig {
  const { METRICS_HOST: host, METRICS_PORT: port } = values;
  const allowedHosts = new Set([...pageHosts, ...readAllowedHosts(undefined, host)]);
  return {
    metrics: port === undefined ? null : { host, port: Number(port), allowedHosts },
    shutdownTimeout: Number(values.SHUTDOWN_TIMEOUT) * 1000,
  };
}

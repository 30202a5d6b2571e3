import { writeMetric } from './metric.ts';
import type { Metric } from './metric.ts';

/** What `read` says at each look; nothing where it says null. */
export function createGauge(
  name: string,
  help: string,
  read: () => number | null | Promise<number | null>,
): Metric {
  return {
    async write() {
      const value = await read();
      return value === null ? '' : writeMetric({ name, help, type: 'gauge' }, [{ value }]);
    },
  };
}

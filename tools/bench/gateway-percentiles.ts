export function percentiles(numbers: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(numbers).sort();
  const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p50: share(0.5), p99: share(0.99) };
}

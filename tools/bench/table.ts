export type Row = Record<string, string | number>;

/** Formats rows as an aligned table. The first row names the columns. Numbers are aligned to the right. */
export function formatTable(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((line) => String(line[index]).length)),
  );
  const write = (line: readonly (string | number)[]) =>
    line
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [write(columns), write(widths.map((width) => '-'.repeat(width))), ...cells.map(write)].join('\n');
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** How much may be saved; each is null where there is no limit. Bytes are those that `linkBytes` counts. */
export type Quotas = {
  readonly linksPerWorkspace: number | null;
  readonly bytesPerWorkspace: number | null;
  /** Workspaces that one address may make on a day (UTC). */
  readonly workspacesPerDay: number | null;
  /** What one address may write on a day, whatever it deletes. */
  readonly bytesPerDay: number | null;
  /** All links of all workspaces together. */
  readonly storeBytes: number | null;
};

export const noQuotas: Quotas = {
  linksPerWorkspace: null,
  bytesPerWorkspace: null,
  workspacesPerDay: null,
  bytesPerDay: null,
  storeBytes: null,
};

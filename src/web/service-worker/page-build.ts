type PageBuild = {
  /** Stands in the page, and names its cache and the lock that each open page of it holds. */
  readonly name: string;
  /** The digest of each file that the page is made of, by its path. */
  readonly files: Readonly<Record<string, string>>;
};

/** Filled in by scripts/vite/service-worker.ts. */
declare const PAGE_BUILD: PageBuild;

export const pageBuild: PageBuild = PAGE_BUILD;

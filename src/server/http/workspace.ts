/** All visitors share one workspace. */
export const sharedWorkspace = 'shared';

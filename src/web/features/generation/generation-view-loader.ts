export const loadGenerationView = () => import('./generation-view.tsx');

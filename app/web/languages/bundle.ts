/** Files by path → texts by namespace: the namespace is the area's folder. */
export const bundleOf = (files: Record<string, object>) =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/').at(-4) ?? path, texts]))

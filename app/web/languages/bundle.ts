// Files are named from app/web/languages: '../texts/en.json' is the application's own, and for all others the folder
// before `web` is the namespace.
const namespaceOf = (path: string) => path.split('/').at(-4) ?? 'app'

/** Files by path → texts by namespace. */
export const bundleOf = (files: Record<string, object>) =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [namespaceOf(path), texts]))

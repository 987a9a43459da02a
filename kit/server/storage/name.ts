/** Rejects file names that could lead outside the folder, such as paths. */
export function assertFileName(name: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{0,120}$/i.test(name))
    throw new Error(`Not a name of a stored file: ${JSON.stringify(name)}`)
  return name
}

/**
 * Reads the value at a path of property names that an external caller sent.
 * Only own properties of objects are read, because every object inherits `constructor` and `toString`.
 */
export const readOwnPropertyAtPath = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    value,
  )

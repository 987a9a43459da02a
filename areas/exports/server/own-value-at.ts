/**
 * The value at a path of names that come from outside. Only own properties count, because every object also inherits
 * `constructor` and `toString`.
 */
export const ownValueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    value,
  )

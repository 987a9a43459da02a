/**
 * What an object holds under names that came from outside, one within the other. Only what is its own counts: every
 * object also answers to `constructor` and `toString`, which nobody wrote into it.
 */
export const ownAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    value,
  )

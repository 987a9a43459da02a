import type { Screen } from '#kit/web/screen.ts'

/** The screens of every area, listed by hand: what is not here does not exist in the application. */
export const screens: readonly Screen[] = []

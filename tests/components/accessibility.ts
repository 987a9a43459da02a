import axe from 'axe-core'
import { expect } from 'vitest'
import { waitUntilSettled } from './open.tsx'

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects that axe finds no fault in this part of the page, or in the open dialog if there is one. */
export async function expectAccessible(part = 'main'): Promise<void> {
  await waitUntilSettled()
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((dialog) => dialog.checkVisibility())
  const { violations } = await axe.run(dialogs.length > 0 ? { include: ['[role="dialog"]'] } : { include: [part] }, {
    runOnly: { type: 'tag', values: WCAG_22_AA },
    resultTypes: ['violations'],
  })
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    ),
  ).toEqual([])
}

/** Expects that the page does not scroll horizontally. */
export async function expectNoSideScroll(): Promise<void> {
  await expect.poll(() => document.documentElement.scrollWidth - document.documentElement.clientWidth).toBe(0)
}

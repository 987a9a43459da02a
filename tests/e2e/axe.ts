import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { judgedAtRest, WCAG_22_AA } from './expectations.ts'

// The builder of @axe-core/playwright sends its half a megabyte anew, and opens a window of its own, for each look at a
// page. Where the same window is looked at hundreds of times, axe stays in it.

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const source = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8')

type Fault = { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }
declare global {
  interface Window {
    axe?: { run(context: object, options: object): Promise<{ violations: Fault[] }> }
  }
}

/** Rules that depend on the words alone: a control without a name in this language. */
export const NAMES = ['button-name', 'link-name', 'label', 'aria-input-field-name', 'aria-command-name', 'image-alt']

/** What a machine finds wrong in this part of the page. */
export async function faultsIn(page: Page, part: string, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  const runOnly = rules ? { type: 'rule', values: [...rules] } : { type: 'tag', values: WCAG_22_AA }
  const violations = await judgedAtRest(page, () =>
    page.evaluate(
      async (asked) => {
        const options = { runOnly: asked.runOnly, resultTypes: ['violations'] }
        return (await window.axe!.run({ include: [asked.part] }, options)).violations
      },
      { part, runOnly },
    ),
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary.replace(/\s+/g, ' ')}`),
  )
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { evaluateAtRest } from './at-rest.ts'

// Axe stays in the page that it judges: half a megabyte is sent once for each document, not for each look at it.

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_22_AA: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const rules = (...values: string[]): axe.RunOnly => ({ type: 'rule', values })

const names = ['button-name', 'link-name', 'label', 'aria-input-field-name', 'aria-command-name', 'image-alt']
const colours = ['color-contrast']

/** What depends on the words alone: a control without a name in this language. */
export const NAMES = rules(...names)
/** What depends on day and night alone. */
export const COLOURS = rules(...colours)
export const NAMES_AND_COLOURS = rules(...names, ...colours)

/** What axe finds wrong in this part of the page, or in the whole page while no such part is visible. */
export async function faultsIn(
  page: Page,
  part: string,
  runOnly = WCAG_22_AA,
  except: readonly string[] = [],
): Promise<string[]> {
  // With forced colours the browser draws others than those that a script is told.
  const forced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await evaluateAtRest(page, () =>
    page.evaluate(
      async ({ part, runOnly, forced, except }) => {
        const { axe: here } = window as unknown as { axe: typeof axe }
        const rules: axe.RuleObject = forced
          ? { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } }
          : {}
        // Decided here and not before, for a dialog may close in between.
        const isVisible = [...document.querySelectorAll(part)].some((element) => element.checkVisibility())
        const include = [isVisible ? part : 'html']
        return (await here.run({ include, exclude: [...except] }, { runOnly, rules, resultTypes: ['violations'] }))
          .violations
      },
      { part, runOnly, forced, except },
    ),
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .slice(0, 5)
      .map(({ target, failureSummary }) => `${id} (${help}): ${target} ${failureSummary?.replace(/\s+/g, ' ')}`),
  )
}

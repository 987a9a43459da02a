import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { evaluateWhileIdle } from './page-idle.ts'

// Axe is injected only once per document, because its script is half a megabyte.

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_22_AA: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const rules = (...values: string[]): axe.RunOnly => ({ type: 'rule', values })

const names = ['button-name', 'link-name', 'label', 'aria-input-field-name', 'aria-command-name', 'image-alt']
const colours = ['color-contrast']

/** Rules whose result depends on the language, such as a control without a name. */
export const NAME_RULES = rules(...names)
/** Rules whose result depends on light or dark mode. */
export const COLOUR_RULES = rules(...colours)
export const NAME_AND_COLOUR_RULES = rules(...names, ...colours)

/** Returns the axe violations in this part of the page, or in the whole page if the part is not visible. */
export async function findAxeViolations(
  page: Page,
  part: string,
  runOnly = WCAG_22_AA,
  except: readonly string[] = [],
): Promise<string[]> {
  // With forced colours, scripts read other colours than the browser draws.
  const forced = await page.evaluate(() => matchMedia('(forced-colors: active)').matches)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await evaluateWhileIdle(page, () =>
    page.evaluate(
      async ({ part, runOnly, forced, except }) => {
        const { axe: axeInPage } = window as unknown as { axe: typeof axe }
        const rules: axe.RuleObject = forced
          ? { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } }
          : {}
        // Checks the visibility inside the page, because a dialog may close at any time.
        const isVisible = [...document.querySelectorAll(part)].some((element) => element.checkVisibility())
        const include = [isVisible ? part : 'html']
        return (await axeInPage.run({ include, exclude: [...except] }, { runOnly, rules, resultTypes: ['violations'] }))
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

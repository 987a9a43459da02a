import type { Page } from '@playwright/test'

const STOPS_MAX = 250
const FRAME_MS = 1_000

declare global {
  interface Window {
    /** All tab stops of the page, with their appearance while they are not focused. */
    tabStops?: { element: Element; looks: string; reached: boolean }[]
  }
}

/**
 * Moves through the main part of the page with Tab only, and returns violations.
 * A violation is a control that is unreachable or out of order, or an invisible or covered focus.
 */
export async function checkKeyboardFocus(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  // A select that is focused automatically is drawn without focus a moment later.
  await page.waitForFunction(() => document.querySelector('.ant-select-focused') === null)
  const stops = await page.evaluate(collectTabStops)
  const faults: string[] = []
  for (let step = 0; step < Math.min(stops + 20, STOPS_MAX); step++) {
    await page.keyboard.press('Tab')
    let stop = await page.evaluate(inspectFocus, false)
    if (stop === 'in a frame') {
      await leaveFrame(page)
      stop = await page.evaluate(inspectFocus, true)
    }
    if (stop === 'outside') break
    if (stop !== 'visible' && stop !== 'in a frame') faults.push(stop.fault)
  }
  if (stops <= STOPS_MAX - 20) faults.push(...(await page.evaluate(unreachedStops)))
  return [...new Set(faults)]
}

/** Waits until the focus leaves a frame, which takes a moment; a frame with links retains the focus. */
async function leaveFrame(page: Page): Promise<void> {
  const hasLeftFrame = () => document.activeElement?.tagName !== 'IFRAME'
  await page.waitForFunction(hasLeftFrame, undefined, { timeout: FRAME_MS, polling: 50 }).catch(() => {})
}

function collectTabStops(): number {
  const main = document.querySelector<HTMLElement>('main')!
  const controls = [
    ...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ]
  const isStop = (element: HTMLElement) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false
    // A link in an editable text is part of that text.
    if (element.parentElement?.closest('[contenteditable="true"]')) return false
    // Only one radio button of a group is a tab stop; arrow keys reach the others.
    if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) return false
    return element.checkVisibility({ visibilityProperty: true })
  }
  const looksOf = (element: Element) => {
    const { outline, boxShadow } = getComputedStyle(element.firstElementChild ?? element)
    const looks: string[] = [outline, boxShadow]
    let ancestor: Element | null = element
    for (let level = 0; level < 4 && ancestor; level++) {
      const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(ancestor)
      looks.push(outline, boxShadow, borderColor, backgroundColor)
      ancestor = ancestor.parentElement
    }
    return looks.join('|')
  }
  window.tabStops = controls.filter(isStop).map((element) => ({ element, looks: looksOf(element), reached: false }))
  main.focus({ preventScroll: true })
  return window.tabStops.length
}

/** Returns the focused element; with `frames`, a frame that retains the focus also counts as a stop. */
function inspectFocus(frames: boolean): 'visible' | 'outside' | 'in a frame' | { fault: string } {
  const element = document.activeElement as HTMLElement
  if (element.tagName === 'IFRAME' && !frames) return 'in a frame'
  const main = document.querySelector('main')!
  // A list that opens automatically belongs to its field.
  const inPopup = element.closest('[class*="-dropdown"], [class*="-popover"]') !== null
  if (!main.contains(element)) return inPopup ? 'visible' : 'outside'
  const name = `<${element.tagName.toLowerCase()}> ${element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.id || element.className)}`
  const at = window.tabStops!.findIndex((stop) => stop.element === element)
  const stop = window.tabStops![at]
  if (!stop) return 'visible'
  // On a page without the shell the last control is followed by the first.
  if (stop.reached && window.tabStops!.every(({ reached }) => reached)) return 'outside'
  stop.reached = true
  if (window.tabStops!.slice(at + 1).some(({ reached }) => reached)) return { fault: `out of order: ${name}` }

  const inner = getComputedStyle(element.firstElementChild ?? element)
  const looks: string[] = [inner.outline, inner.boxShadow]
  let ancestor: Element | null = element
  for (let level = 0; level < 4 && ancestor; level++) {
    const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(ancestor)
    looks.push(outline, boxShadow, borderColor, backgroundColor)
    ancestor = ancestor.parentElement
  }
  if (looks.join('|') === stop.looks) return { fault: `focus is invisible: ${name}` }

  // Uses the position of the input, which may be a small dot below its drawn shape.
  let box = element.getBoundingClientRect()
  for (let parent = element.parentElement; parent && (box.width < 4 || box.height < 4); parent = parent.parentElement)
    box = parent.getBoundingClientRect()
  const x = box.left + box.width / 2
  const y = box.top + Math.min(box.height / 2, 12)
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return { fault: `focus is off screen: ${name}` }
  const above = document.elementFromPoint(x, y)
  for (let cover = above; cover && cover !== main; cover = cover.parentElement) {
    const { position } = getComputedStyle(cover)
    if (cover.contains(element)) break
    if (position === 'sticky' || position === 'fixed')
      return {
        fault: `focus is under <${cover.tagName.toLowerCase()} class="${cover.className}">: ${name}`,
      }
  }
  return 'visible'
}

function unreachedStops(): string[] {
  // Elements that were removed or disabled in the meantime are no longer tab stops.
  return window
    .tabStops!.filter(({ element, reached }) => !reached && element.isConnected && element.checkVisibility())
    .map(
      ({ element }) =>
        `Tab does not reach <${element.tagName.toLowerCase()}> ${element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.id || element.className)}`,
    )
}

import type { Page } from '@playwright/test'

const STOPS_MAX = 250
const FRAME_MS = 1_000

declare global {
  interface Window {
    /** What the walk is about to reach, with the looks each has while it has no focus. */
    walk?: { element: Element; looks: string; reached: boolean }[]
  }
}

/**
 * Walks through the page's own part with Tab alone, as somebody without a mouse does. Answers what is wrong: a control
 * that is not reached or out of order, a focus that is not seen, or seen only under something that sticks.
 */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  // A select that had the focus by itself is drawn without it a moment later.
  await page.waitForFunction(() => document.querySelector('.ant-select-focused') === null)
  const stops = await page.evaluate(beginWalk)
  const faults: string[] = []
  for (let step = 0; step < Math.min(stops + 20, STOPS_MAX); step++) {
    await page.keyboard.press('Tab')
    let stop = await page.evaluate(look, false)
    if (stop === 'in a frame') {
      await leaveFrame(page)
      stop = await page.evaluate(look, true)
    }
    if (stop === 'outside') break
    if (stop !== 'seen' && stop !== 'in a frame') faults.push(stop.fault)
  }
  if (stops <= STOPS_MAX - 20) faults.push(...(await page.evaluate(neverReached)))
  return [...new Set(faults)]
}

/** A frame has a process of its own and hands the focus on a moment after the key; it keeps it while it has links. */
async function leaveFrame(page: Page): Promise<void> {
  const left = () => document.activeElement?.tagName !== 'IFRAME'
  await page.waitForFunction(left, undefined, { timeout: FRAME_MS, polling: 50 }).catch(() => {})
}

function beginWalk(): number {
  const main = document.querySelector<HTMLElement>('main')!
  const controls = [
    ...main.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ]
  const isStop = (element: HTMLElement) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false
    // A link in a text that is being written is a part of that text.
    if (element.parentElement?.closest('[contenteditable="true"]')) return false
    // Of a group of radio buttons one is a stop; the others follow with the arrows.
    if (element instanceof HTMLInputElement && element.type === 'radio' && !element.checked) return false
    return element.checkVisibility({ visibilityProperty: true })
  }
  const looksOf = (element: Element) => {
    const { outline, boxShadow } = getComputedStyle(element.firstElementChild ?? element)
    const looks: string[] = [outline, boxShadow]
    let one: Element | null = element
    for (let level = 0; level < 4 && one; level++) {
      const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(one)
      looks.push(outline, boxShadow, borderColor, backgroundColor)
      one = one.parentElement
    }
    return looks.join('|')
  }
  window.walk = controls.filter(isStop).map((element) => ({ element, looks: looksOf(element), reached: false }))
  main.focus({ preventScroll: true })
  return window.walk.length
}

/** What the focus is on now; `frames`: a frame that it stays in is a stop too. */
function look(frames: boolean): 'seen' | 'outside' | 'in a frame' | { fault: string } {
  const element = document.activeElement as HTMLElement
  if (element.tagName === 'IFRAME' && !frames) return 'in a frame'
  const main = document.querySelector('main')!
  // A list that opened by itself belongs to its field.
  const inPopup = element.closest('[class*="-dropdown"], [class*="-popover"]') !== null
  if (!main.contains(element)) return inPopup ? 'seen' : 'outside'
  const name = `<${element.tagName.toLowerCase()}> ${element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.id || element.className)}`
  const at = window.walk!.findIndex((stop) => stop.element === element)
  const stop = window.walk![at]
  if (!stop) return 'seen'
  // A page without the shell has nothing around it: after its last control comes its first again.
  if (stop.reached && window.walk!.every(({ reached }) => reached)) return 'outside'
  stop.reached = true
  if (window.walk!.slice(at + 1).some(({ reached }) => reached)) return { fault: `out of order: ${name}` }

  const inner = getComputedStyle(element.firstElementChild ?? element)
  const looks: string[] = [inner.outline, inner.boxShadow]
  let one: Element | null = element
  for (let level = 0; level < 4 && one; level++) {
    const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(one)
    looks.push(outline, boxShadow, borderColor, backgroundColor)
    one = one.parentElement
  }
  if (looks.join('|') === stop.looks) return { fault: `focus is not seen: ${name}` }

  // A control may be a dot under its drawn shape: what counts is where it lies.
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
  return 'seen'
}

function neverReached(): string[] {
  // What went away or was disabled while the walk passed is no stop any more.
  return window
    .walk!.filter(({ element, reached }) => !reached && element.isConnected && element.checkVisibility())
    .map(
      ({ element }) =>
        `Tab does not reach <${element.tagName.toLowerCase()}> ${element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.id || element.className)}`,
    )
}

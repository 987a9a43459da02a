import type { Page } from '@playwright/test'
import { unique } from './api.ts'
import { expectLoaded } from './expectations.ts'
import { expect } from './staff.ts'

// B3, abuse case 54: what people type into any field is shown as it was typed, and never does anything.

const payloads = [
  '<script>x()</script>',
  '<img src=q onerror=x()>',
  '<svg onload=x()>',
  '"><img src=q onerror=x()>',
  "'><svg/onload=x()>",
  '</title><script>x()</script>',
  '</textarea><svg onload=x()>',
  '<iframe srcdoc="<svg onload=parent.x()>">',
  'javascript:x()',
  '<a href="javascript:x()">go</a>',
  "{{constructor.constructor('x()')()}}",
  '$' + '{x()}',
  '<body onload=x()>',
  '<details open ontoggle=x()>',
  '<input autofocus onfocus=x()>',
  '<video><source onerror=x()>',
  '<audio src=q onerror=x()>',
  '<marquee onstart=x()>',
  '<math><mi xlink:href="javascript:x()">',
  '<object data="javascript:x()">',
  '<embed src="javascript:x()">',
  '<form action="javascript:x()"><button>',
  '<isindex type=image action="javascript:x()">',
  '<svg><script>x()</script></svg>',
  '<svg><animate onbegin=x() attributeName=x>',
  "<style>@import'javascript:x()'</style>",
  '<link rel=stylesheet href="javascript:x()">',
  '<meta http-equiv=refresh content="0;javascript:x">',
  '<base href="javascript:x()//">',
  '<template><script>x()</script></template>',
  '<noscript><p title="</noscript><svg onload=x()>">',
  '<!--><svg onload=x()>-->',
  '<![CDATA[<svg onload=x()>]]>',
  '&lt;svg onload=x()&gt;',
  '&#60;img src=q onerror=x()&#62;',
  '\\u003csvg onload=x()\\u003e',
  '%3Csvg%20onload%3Dx()%3E',
  '`-x()-`',
  "';x();//",
  '" onpointerover=x() a="',
] as const

/** All of them in as few texts as a field of this length takes. */
export function packed(most: number): string[] {
  const texts: string[] = []
  for (const payload of payloads) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + 1 + payload.length <= most) texts[texts.length - 1] = `${last} ${payload}`
    else texts.push(payload)
  }
  return texts
}

/** One body for each text of the shortest field; longer fields have all theirs in the first bodies. */
export function bodiesOf(fields: Record<string, number>, rest: (code: string, index: number) => object) {
  const texts = Object.entries(fields).map(([field, most]) => [field, packed(most)] as const)
  const count = Math.max(...texts.map(([, all]) => all.length))
  return Array.from({ length: count }, (_, index) => ({
    ...rest(`B3${unique().slice(-6)}`, index),
    ...Object.fromEntries(texts.map(([field, all]) => [field, all[index % all.length]])),
  }))
}

/** What ran, and what became more than words: it must be nothing. */
export const harm = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [...((window as unknown as { ran?: string[] }).ran ?? [])]
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes)
        if (
          name.startsWith('on') ||
          (/^(xlink:)?(href|src|action|data|formaction)$/.test(name) && /^\s*javascript:/i.test(value))
        )
          found.push(`${element.tagName} ${name}=${value}`)
      const isData = element.getAttribute('type') === 'application/json'
      if (element.tagName === 'SCRIPT' && !isData && element.textContent?.toLowerCase().includes('x()'))
        found.push('a script')
    }
    return found
  })

/** What is read on the page or stands in its fields; names are written in capitals or not. */
export const wordsOn = (page: Page) =>
  page.evaluate(() => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    return [document.body.innerText, document.body.textContent, ...typed].join(' ').replace(/\s+/g, ' ').toLowerCase()
  })

export const lackingIn = (words: string) => payloads.filter((payload) => !words.includes(payload.toLowerCase()))

/** Every payload is on this page as it was typed, and nothing came of it. */
export async function expectWords(page: Page, address: string) {
  await page.goto(address)
  await expectLoaded(page)
  await expect.poll(async () => lackingIn(await wordsOn(page)), `every payload as words on ${address}`).toEqual([])
  expect(await harm(page), address).toEqual([])
}

/** The same of pages of which each shows some of them. */
export async function expectWordsOver(page: Page, addresses: readonly string[]) {
  const read: string[] = []
  for (const [place, address] of addresses.entries()) {
    await page.goto(address)
    await expectLoaded(page)
    await expect
      .poll(async () => {
        read[place] = await wordsOn(page)
        return read[place]
      }, address)
      .toContain('x()')
    expect(await harm(page), address).toEqual([])
  }
  expect(lackingIn(read.join(' ')), `every payload as words over ${addresses.join(', ')}`).toEqual([])
}

export const watch = async (page: Page, dialogs: string[]) => {
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const at = window as unknown as { ran: string[]; x: () => void; X: () => void }
    at.ran = []
    // Names are kept in capitals.
    at.x = at.X = () => void at.ran.push('x()')
  })
}

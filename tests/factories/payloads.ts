import { nextNumber } from './people.ts'

// Texts that run as scripts if a page, a message or a file inserts them unescaped into its markup (abuse case 54).

export const payloads = [
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

/** Packs all payloads into as few texts as the length of the field permits. */
export function packPayloads(length: number): string[] {
  const texts: string[] = []
  for (const payload of payloads) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + 1 + payload.length <= length) texts[texts.length - 1] = `${last} ${payload}`
    else texts.push(payload)
  }
  return texts
}

/** Returns one body for each text of the shortest field; longer fields repeat their texts. */
export function bodiesWithPayloads(
  fields: Record<string, number>,
  rest: (code: string, index: number) => object,
): Record<string, unknown>[] {
  const texts = Object.entries(fields).map(([field, length]) => [field, packPayloads(length)] as const)
  const count = Math.max(...texts.map(([, all]) => all.length))
  return Array.from({ length: count }, (_, index) => ({
    ...rest(`B3${nextNumber()}`, index),
    ...Object.fromEntries(texts.map(([field, all]) => [field, all[index % all.length]])),
  }))
}

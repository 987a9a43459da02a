import { stringify } from 'csv-stringify/sync'
import { csvOptions, harmless } from '#areas/exports/server/index.ts'
import type { MailLanguage } from '#kit/server/mail-texts.ts'
import type { PackTable, Row } from './pack.ts'
import { packTexts, type Say } from './pack-texts.ts'
import { type PackedEntry, type ZipEntry, ZipWriter } from './zip.ts'

type About = { name: string; madeAt: string }

/** So many rows of a table are on the page to be read; the rest is in the spreadsheet, and the page says so. */
const ON_PAGE = 1000

/**
 * The same three times: for programs, for spreadsheets, and to be read. Each row is written into all three as it comes, so that the
 * whole of a table is never held.
 */
export async function filesOfPack(
  tables: readonly PackTable[],
  pictures: readonly ZipEntry[],
  about: About,
  language: MailLanguage = 'en',
): Promise<(ZipEntry | PackedEntry)[]> {
  const page = new ZipWriter('index.html')
  const data = new ZipWriter('data.json')
  const sheets: PackedEntry[] = []
  const say = packTexts(language)
  await page.write(headOf(about, language))
  await data.write(`${JSON.stringify(about).slice(0, -1)},"data":{`)
  let part = ''
  for (const [place, table] of tables.entries()) {
    const { name, fields } = table
    const sheet = new ZipWriter(`csv/${name}.csv`)
    if (table.part !== part)
      await page.write(`${part && '</section>'}<section><h2>${escaped(say.part(table.part))}</h2>`)
    part = table.part
    await page.write(openingOf(table))
    await data.write(`${place > 0 ? ',' : ''}\n${JSON.stringify(name)}:[`)
    await sheet.write(stringify([fields], csvOptions))
    let written = 0
    for await (const rows of table.rows()) {
      await data.write(rows.map((row, at) => `${written + at > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join(''))
      await sheet.write(
        stringify(
          rows.map((row) => fields.map((field) => harmless(textOf(row[field])))),
          { ...csvOptions, bom: false },
        ),
      )
      await page.write(
        rows
          .slice(0, Math.max(0, ON_PAGE - written))
          .map((row) => rowOf(table, row))
          .join(''),
      )
      written += rows.length
    }
    await data.write(']')
    await page.write(endOf(table, say))
    sheets.push(await sheet.end())
  }
  await data.write('}}')
  await page.write(`${part && '</section>'}${picturesOf(pictures, say)}</main></body></html>\n`)
  return [await page.end(), await data.end(), ...sheets, ...pictures]
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)

/** 'DateOfBirth' → 'Date of birth', 'IdNo' → 'Id no'. */
const spaced = (name: string) => {
  const text = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return text[0]!.toUpperCase() + text.slice(1)
}

function headOf({ name, madeAt }: About, language: MailLanguage) {
  const say = packTexts(language)
  const title = escaped(say.title({ name }))
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style></head>
<body><main><h1>${title}</h1>
<p>${escaped(say.intro({ madeAt }))}</p>
`
}

const picturesOf = (pictures: readonly ZipEntry[], say: Say) =>
  pictures.length === 0
    ? ''
    : `<section><h2>${escaped(say.files({}))}</h2><ul>${pictures.map(({ name }) => `<li><a href="${escaped(name)}">${escaped(name)}</a></li>`).join('')}</ul></section>`

/** One row is read as a list of its fields, several as a table. */
function openingOf({ name, fields, total }: PackTable): string {
  const title = `<h3>${escaped(spaced(name))} <small>${total}</small></h3>`
  if (total === 1) return `${title}<dl>`
  const head = fields.map((field) => `<th scope="col">${escaped(spaced(field))}</th>`).join('')
  return `${title}<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>`
}

const rowOf = ({ fields, total }: PackTable, row: Row) =>
  total === 1
    ? fields
        .map((field) => `<div><dt>${escaped(spaced(field))}</dt><dd>${escaped(textOf(row[field]))}</dd></div>`)
        .join('')
    : `<tr>${fields.map((field) => `<td>${escaped(textOf(row[field]))}</td>`).join('')}</tr>`

function endOf({ name, total }: PackTable, say: Say): string {
  if (total === 1) return '</dl>'
  const file = escaped(`csv/${name}.csv`)
  const more =
    total > ON_PAGE ? `<p>${escaped(say.more({ shown: ON_PAGE, total }))} <a href="${file}">${file}</a></p>` : ''
  return `</tbody></table></div>${more}`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:72rem;margin:auto;padding:2rem 1rem}
h2{border-bottom:1px solid;padding-bottom:.25rem;margin-top:2.5rem}small{font-weight:400;opacity:.7}.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem}th,td{text-align:start;padding:.375rem .75rem;border-bottom:1px solid #8884;vertical-align:top}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:.75rem 1.5rem;margin:0}dt{font-size:.8125rem;opacity:.7}dd{margin:0;overflow-wrap:anywhere}`

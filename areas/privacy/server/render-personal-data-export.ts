import { stringify } from 'csv-stringify/sync'
import {
  csvOptions,
  type DeflatedZipEntry,
  escapeSpreadsheetFormula,
  type ZipEntry,
  ZipWriter,
} from '#areas/exports/server/index.ts'
import type { MailLanguage } from '#kit/server/mail-texts.ts'
import type { ExportRow, ExportTable } from './export-tables.ts'
import { buildExportTexts, type ExportTexts } from './export-texts.ts'

type ExportHeader = { name: string; madeAt: string }

/** Maximum number of a table's rows on the readable page of an export; the CSV file has all rows. */
const PAGE_ROWS_MAX = 1000

/** Renders the data as JSON, as CSV and as a readable page; rows are streamed, so that no whole table is in memory. */
export async function renderPersonalDataExport(
  tables: readonly ExportTable[],
  pictures: readonly ZipEntry[],
  header: ExportHeader,
  language: MailLanguage = 'en',
): Promise<(ZipEntry | DeflatedZipEntry)[]> {
  const page = new ZipWriter('index.html')
  const data = new ZipWriter('data.json')
  const sheets: DeflatedZipEntry[] = []
  const texts = buildExportTexts(language)
  await page.write(headOf(header, language))
  await data.write(`${JSON.stringify(header).slice(0, -1)},"data":{`)
  let part = ''
  for (const [index, table] of tables.entries()) {
    const { name, fields } = table
    const sheet = new ZipWriter(`csv/${name}.csv`)
    if (table.part !== part)
      await page.write(`${part && '</section>'}<section><h2>${escaped(texts.part(table.part))}</h2>`)
    part = table.part
    await page.write(openingOf(table))
    await data.write(`${index > 0 ? ',' : ''}\n${JSON.stringify(name)}:[`)
    await sheet.write(stringify([fields], csvOptions))
    let rowsWritten = 0
    for await (const rows of table.rows()) {
      await data.write(rows.map((row, at) => `${rowsWritten + at > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join(''))
      await sheet.write(
        stringify(
          rows.map((row) => fields.map((field) => escapeSpreadsheetFormula(textOf(row[field])))),
          { ...csvOptions, bom: false },
        ),
      )
      await page.write(
        rows
          .slice(0, Math.max(0, PAGE_ROWS_MAX - rowsWritten))
          .map((row) => rowOf(table, row))
          .join(''),
      )
      rowsWritten += rows.length
    }
    await data.write(']')
    await page.write(endOf(table, texts))
    sheets.push(await sheet.end())
  }
  await data.write('}}')
  await page.write(`${part && '</section>'}${picturesOf(pictures, texts)}</main></body></html>\n`)
  return [await page.end(), await data.end(), ...sheets, ...pictures]
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign]!)

/** Converts a field name to words: 'DateOfBirth' → 'Date of birth'. */
const spaced = (name: string) => {
  const text = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return text[0]!.toUpperCase() + text.slice(1)
}

function headOf({ name, madeAt }: ExportHeader, language: MailLanguage) {
  const texts = buildExportTexts(language)
  const title = escaped(texts.title({ name }))
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style></head>
<body><main><h1>${title}</h1>
<p>${escaped(texts.intro({ madeAt }))}</p>
`
}

const picturesOf = (pictures: readonly ZipEntry[], texts: ExportTexts) =>
  pictures.length === 0
    ? ''
    : `<section><h2>${escaped(texts.files({}))}</h2><ul>${pictures.map(({ name }) => `<li><a href="${escaped(name)}">${escaped(name)}</a></li>`).join('')}</ul></section>`

/** Returns the opening HTML of a table: a list of fields for one row, an HTML table for several rows. */
function openingOf({ name, fields, total }: ExportTable): string {
  const title = `<h3>${escaped(spaced(name))} <small>${total}</small></h3>`
  if (total === 1) return `${title}<dl>`
  const head = fields.map((field) => `<th scope="col">${escaped(spaced(field))}</th>`).join('')
  return `${title}<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>`
}

const rowOf = ({ fields, total }: ExportTable, row: ExportRow) =>
  total === 1
    ? fields
        .map((field) => `<div><dt>${escaped(spaced(field))}</dt><dd>${escaped(textOf(row[field]))}</dd></div>`)
        .join('')
    : `<tr>${fields.map((field) => `<td>${escaped(textOf(row[field]))}</td>`).join('')}</tr>`

function endOf({ name, total }: ExportTable, texts: ExportTexts): string {
  if (total === 1) return '</dl>'
  const file = escaped(`csv/${name}.csv`)
  const more =
    total > PAGE_ROWS_MAX
      ? `<p>${escaped(texts.more({ shown: PAGE_ROWS_MAX, total }))} <a href="${file}">${file}</a></p>`
      : ''
  return `</tbody></table></div>${more}`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:72rem;margin:auto;padding:2rem 1rem}
h2{border-bottom:1px solid;padding-bottom:.25rem;margin-top:2.5rem}small{font-weight:400;opacity:.7}.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem}th,td{text-align:start;padding:.375rem .75rem;border-bottom:1px solid #8884;vertical-align:top}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:.75rem 1.5rem;margin:0}dt{font-size:.8125rem;opacity:.7}dd{margin:0;overflow-wrap:anywhere}`

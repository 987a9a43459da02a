// An export writes the XML parts of a workbook that it needs (ECMA-376, transitional).

/** The number formats below 164 are built into every spreadsheet program. */
const formats = { general: 0, points: 3, money: 4, date: 164, instant: 165 }
const formatCodes = { 164: 'dd/mm/yyyy', 165: 'dd/mm/yyyy hh:mm:ss AM/PM' }

const styles = {
  general: { format: formats.general },
  points: { format: formats.points },
  money: { format: formats.money },
  date: { format: formats.date },
  instant: { format: formats.instant },
  bold: { format: formats.general, isBold: true },
  aboutText: { format: formats.general, isWrapped: true },
  aboutDate: { format: formats.date, isWrapped: true },
  aboutInstant: { format: formats.instant, isWrapped: true },
} satisfies Record<string, { format: number; isBold?: boolean; isWrapped?: boolean }>

export type CellStyleName = keyof typeof styles

/** The index of each cell style, by which cells refer to the style. */
export const cellStyleNumbers = Object.fromEntries(Object.keys(styles).map((name, number) => [name, number])) as Record<
  CellStyleName,
  number
>

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageSchemas = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Matches characters that XML 1.0 cannot represent: control characters and unpaired surrogates. */
const invalid = /[^\P{Cc}\t\n\r\u0080-\u009f]|[\p{Cs}\ufffe\uffff]/gu
const special = /[&<>"]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML. An underscore before `x0041_` is escaped too, because spreadsheets read `_x0041_` as the letter A. */
export const escapeXmlText = (text: string) =>
  text
    .replace(invalid, '')
    .replace(special, (sign) => entities[sign]!)
    .replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')

/** Returns the letters of a spreadsheet column, counted from zero: 2 gives 'C'. */
export function toColumnLetters(column: number): string {
  let name = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  return name
}

type SheetColumn = { width: number; style?: CellStyleName }

/** Returns the XML of a sheet before its rows. The main sheet is selected and has a frozen first row. */
export function sheetXmlBeforeRows(columns: readonly SheetColumn[], { isMain = false } = {}): string {
  const view = isMain
    ? '<sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView>'
    : '<sheetView workbookViewId="0"/>'
  const cols = columns.map(
    ({ width, style = 'general' }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${cellStyleNumbers[style]}" customWidth="1"/>`,
  )
  return `${head}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData>`
}

/** Returns the XML of a sheet after its rows; the range `filtered` gets an auto filter. */
export const sheetXmlAfterRows = (filtered?: string) =>
  `</sheetData>${filtered ? `<autoFilter ref="${filtered}"/>` : ''}<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`

/**
 * Returns all parts of a workbook except its sheets (`xl/worksheets/sheet1.xml` and so on).
 * The parts about the workbook come first in the archive, because some programs read only the first parts.
 */
export function buildWorkbookParts(sheets: readonly string[], at: Date): Record<string, string> {
  const time = at.toISOString()
  const sheetFile = (index: number) => `worksheets/sheet${index + 1}.xml`
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${packageSchemas}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>${sheets
      .map((_, index) => `<Override PartName="/xl/${sheetFile(index)}" ContentType="${contentType}.worksheet+xml"/>`)
      .join(
        '',
      )}<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets
      .map((name, index) => `<sheet name="${escapeXmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationshipsXml([
      ...sheets.map((_, index) => [`${relationships}/worksheet`, sheetFile(index)] as const),
      [`${relationships}/styles`, 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml(),
    'docProps/core.xml': `${head}<cp:coreProperties xmlns:cp="${packageSchemas}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>Carat</dc:creator><cp:lastModifiedBy>Carat</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`,
    '_rels/.rels': relationshipsXml([
      [`${relationships}/officeDocument`, 'xl/workbook.xml'],
      [`${packageSchemas}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
  }
}

const relationshipsXml = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${head}<Relationships xmlns="${packageSchemas}/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

function stylesXml(): string {
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
  const cellStyles: { format: number; isBold?: boolean; isWrapped?: boolean }[] = Object.values(styles)
  const xfs = cellStyles.map(({ format, isBold, isWrapped }) => {
    const attributes = `numFmtId="${format}" fontId="${isBold ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"`
    return isWrapped
      ? `<xf ${attributes} applyAlignment="1"><alignment horizontal="left" wrapText="1"/></xf>`
      : `<xf ${attributes}/>`
  })
  const numFmts = Object.entries(formatCodes).map(
    ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeXmlText(code)}"/>`,
  )
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

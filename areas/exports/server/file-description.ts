import { readOwnPropertyAtPath } from './own-value-at.ts'
import type { ExportRequest } from './request.ts'
import { createLocalTimeCell, type SheetCell } from './spreadsheet/cells.ts'
import { escapeSpreadsheetFormula } from './spreadsheet/escape-formula.ts'

// Each export file contains a description, in the language of the screen from which the rows were exported.

const words = {
  en: {
    about: 'About',
    list: 'List',
    by: 'Exported by',
    at: 'Exported at',
    zone: 'Time zone',
    rows: 'Rows',
    of: 'Selection',
    Page: 'Current page',
    Selected: 'Selected rows',
    All: 'All rows',
    sort: 'Sorted by',
    reason: 'Reason',
    filter: 'Filter',
    colon: ': ',
    none: 'None',
    total: 'Total',
    left: 'Totals of sales are left out: they require the privilege View Sales Information',
    note: 'Note',
  },
  zh: {
    about: '关于',
    list: '列表',
    by: '导出人',
    at: '导出时间',
    zone: '时区',
    rows: '行数',
    of: '范围',
    Page: '当前页',
    Selected: '所选行',
    All: '整个列表',
    sort: '排序',
    reason: '原因',
    filter: '筛选',
    colon: '：',
    none: '无',
    total: '总计',
    left: '未包含交易合计：需要“View Sales Information”权限',
    note: '备注',
  },
  fr: {
    about: 'À propos',
    list: 'Liste',
    by: 'Exporté par',
    at: 'Exporté le',
    zone: 'Fuseau horaire',
    rows: 'Lignes',
    of: 'Sélection',
    Page: 'Page affichée',
    Selected: 'Lignes sélectionnées',
    All: 'Toutes les lignes',
    sort: 'Trié par',
    reason: 'Motif',
    filter: 'Filtre',
    colon: '\u00a0: ',
    none: 'Aucun',
    total: 'Total',
    left: 'Les totaux des ventes sont omis\u00a0: ils exigent le privilège View Sales Information',
    note: 'Remarque',
  },
  ja: {
    about: 'このファイルについて',
    list: '一覧',
    by: 'エクスポートした人',
    at: 'エクスポート日時',
    zone: 'タイムゾーン',
    rows: '行数',
    of: '範囲',
    Page: '表示中のページ',
    Selected: '選択した行',
    All: '一覧全体',
    sort: '並べ替え',
    reason: '理由',
    filter: '絞り込み',
    colon: '：',
    none: 'なし',
    total: '合計',
    left: '売上の合計は含まれていません：「View Sales Information」権限が必要です',
    note: '備考',
  },
} as const

export const fileDescriptionTitle = ({ language }: ExportRequest) => words[language].about
export const fileTotalLabel = ({ language }: ExportRequest): SheetCell => ({
  type: 'text',
  text: words[language].total,
})

/** A total over all matching rows. */
export type FileTotal = { field: string; label: string; cell: SheetCell }

type FileFacts = {
  rows: number
  by: string
  at: Date
  timeZone: string
  totalsLeftOut: boolean
  sums: readonly FileTotal[]
}

export function fileDescriptionLines(
  request: ExportRequest,
  { rows, by, at, timeZone, totalsLeftOut, sums }: FileFacts,
): SheetCell[][] {
  const word = words[request.language]
  const text = (value: string): SheetCell => ({ type: 'text', text: escapeSpreadsheetFormula(value) })
  const search = request.input.Search ?? {}
  const isSet = (field: string) =>
    ![undefined, null, '', 'All'].includes(
      (readOwnPropertyAtPath(search, [field]) ?? readOwnPropertyAtPath(request.input, [field])) as never,
    )
  const filters = request.filters.filter(({ Field }) => isSet(Field))
  const sort = request.input.SortOption
  const sortLabel = request.columns.find(({ Field }) => Field === sort)?.Label ?? sort
  return [
    [text(word.list), text(request.title)],
    [text(word.of), text(word[request.scope])],
    [text(word.rows), { type: 'number', exact: String(rows) }],
    [text(word.by), text(by)],
    [text(word.at), createLocalTimeCell(at, timeZone)],
    [text(word.zone), text(timeZone)],
    ...(filters.length > 0
      ? filters.map(({ Label, Text }) => [text(`${word.filter}${word.colon}${Label}`), text(Text)])
      : [[text(word.filter), text(word.none)]]),
    ...(typeof sortLabel === 'string'
      ? [[text(word.sort), text(`${sortLabel} ${request.input.SortDirection === 'DESC' ? '↓' : '↑'}`)]]
      : []),
    ...sums.map(({ label, cell }) => [text(`${word.total}${word.colon}${label}`), cell]),
    ...(request.reason ? [[text(word.reason), text(request.reason)]] : []),
    ...(totalsLeftOut ? [[text(word.note), text(word.left)]] : []),
  ]
}

import type { ReactNode } from 'react'
import { personName } from '#kit/contract/person.ts'
import { CallError } from '../call.ts'
import { t, useT } from '../i18n.ts'
import type { Area } from '../labels.ts'
import { useRefusalAction } from '../refusal-actions.ts'
import { EmptyState, ErrorState, ForbiddenState, NoMatch } from '../States.tsx'
import { useMedia } from '../useMedia.ts'
import { useReload } from '../useReload.ts'
import type { TextKey } from '../vocabulary.ts'
import type { BulkAction, BulkLink } from './bulk.ts'
import { type Column, cellKindOf, columnOf } from './columns.tsx'
import { ListTable, type VisibleColumn } from './ListTable.tsx'
import { valueAt } from './layout.ts'
import { isAlive, type ListFacts, schemaAt } from './list.ts'
import { type Card, RecordCards } from './RecordCards.tsx'
import { type RowAction, RowActions } from './RowActions.tsx'
import type { Selection } from './selection.ts'
import type { List } from './useList.ts'

type Empty = { title: string; hint?: string; action?: ReactNode }

export type RowProps<Row> = {
  area: Area
  columns: readonly Column<Row>[]
  /** Further columns that a user may choose to see. */
  optional?: readonly Column<Row>[]
  /** Where a row leads: makes the first column a link. */
  rowLink?: (row: Row) => string | undefined
  /** How a row is called in "Actions for …"; the first column's text if left out. */
  rowName?: (row: Row) => string
  /** What can be done with a row; what a role may not see at all is `false`. Deleted rows have no menu. */
  actions?: (row: Row) => readonly (RowAction | false | undefined)[]
  /** What can be done with many rows at once; rows can be ticked as soon as there is anything. */
  bulk?: readonly (BulkAction<Row> | BulkLink<Row> | false | undefined)[]
  /** A record shown beside the list, by its icon or the space bar. Its code is best fetched when it is asked for. */
  preview?: (row: Row) => ReactNode
  /** More of a row, folded out below it. */
  expand?: (row: Row) => ReactNode
  /** What is said, and can be done, while there is nothing; undefined for given filters: that nothing matches them. */
  empty?: Empty | ((filters: Record<string, string>) => Empty | undefined)
  /** What is said where the list could not be read. */
  failed?: TextKey
  /** What is said where nobody knows why. */
  unsaid?: TextKey | undefined
  /** Labelled fields under SEARCH SECTION stand above the rows; without it one row of filters does. */
  section?: boolean
  /** What stands below a column, added up over the whole result. */
  totalOf?: (field: string) => ReactNode
  /** Has more columns than fit, and scrolls as a whole. */
  wide?: boolean
  /** Under a page header that stays in sight. */
  stickyOffset?: number
}

type Rows<Row> = {
  columns: VisibleColumn<Row>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  stateFor: (link: string) => unknown
  selection: Selection<Row> | undefined
  onPreview: ((row: Row) => void) | undefined
}

type Props<Row extends object> = {
  listProps: RowProps<Row>
  list: List<Row>
  phone: boolean
  shown: Rows<Row>
}

/** The rows, or the reason why there are none. */
export function ListBody<Row extends object>({ listProps, list, phone, shown: visible }: Props<Row>) {
  const t = useT()
  const { query, state, rows } = list
  const { columns, keyOf, nameOf, stateFor, selection, onPreview } = visible
  const { error, isPending, data, refetch } = query
  const reload = useReload(refetch)
  const roomy = useMedia('(min-width: 1200px)')
  const refusalAction = useRefusalAction(error)

  if (error instanceof CallError && error.statusCode === 403 && !refusalAction) return <ForbiddenState />
  if (error && !data)
    return (
      <ErrorState
        error={error}
        title={t(listProps.failed ?? 'kit:table.failed')}
        unsaid={listProps.unsaid && t(listProps.unsaid)}
        onRetry={reload}
      />
    )
  if (!isPending && rows.length === 0) {
    const filtered = Object.keys(state.filters).length > 0
    const empty =
      typeof listProps.empty === 'function' ? listProps.empty(state.filters) : filtered ? undefined : listProps.empty
    if (filtered && !empty) return <NoMatch onClear={() => list.searchFor({})} />
    return <EmptyState title={empty?.title ?? t('kit:state.nothing')} hint={empty?.hint} action={empty?.action} />
  }

  const obvious = rows.some((row) =>
    listProps.actions?.(row).some((action) => typeof action === 'object' && action.obvious),
  )
  const menuOf = menuMaker(listProps, nameOf, { phone, onPreview: obvious ? onPreview : undefined })
  // Between a phone and a desk the columns that can wait do, unless somebody chose them.
  const fitting = roomy || state.columns ? columns : columns.filter(({ wideOnly }) => !wideOnly)
  const fresh = freshOf(list)
  if (phone && !isPending) return <RecordCards cards={cardsOf(listProps, list, visible, menuOf)} />
  return (
    <ListTable<Row>
      columns={fitting}
      rows={isPending ? bones(state.size) : rows}
      keyOf={isPending ? (row) => String((row as { bone?: number }).bone) : keyOf}
      nameOf={nameOf}
      fresh={fresh}
      state={state}
      sortable={list.facts.sortable}
      usualSort={list.views.base.sort}
      density={state.density}
      stickyOffset={listProps.stickyOffset ?? APP_HEADER}
      loading={isPending}
      linkOf={listProps.rowLink}
      stateFor={stateFor}
      menuOf={menuOf}
      hasObvious={obvious}
      expand={listProps.expand}
      totalOf={isPending ? undefined : listProps.totalOf}
      wide={listProps.wide ?? false}
      selection={selection}
      onPreview={onPreview}
      onSort={(sort, direction) =>
        list.change({
          sort: sort ?? list.views.base.sort,
          direction: sort ? direction : list.views.base.direction,
          page: 1,
        })
      }
    />
  )
}

/** The rows as a phone has them. */
function cardsOf<Row extends object>(
  listProps: RowProps<Row>,
  list: List<Row>,
  { columns, keyOf, nameOf, stateFor }: Rows<Row>,
  menuOf: ((row: Row) => ReactNode) | undefined,
): Card[] {
  const fresh = freshOf(list)
  const [first, ...others] = columns.filter(({ wideOnly, phone: drawn }) => !wideOnly && drawn !== null)
  const figure = others.find((column) => column.figure) ?? others.find(({ field }) => field === 'Status')
  return list.rows.map((row) => {
    const to = listProps.rowLink?.(row)
    // What a desk shows beside the list, and no page of the record shows.
    const more = listProps.expand ?? (to ? undefined : listProps.preview)
    const lines = others
      .filter((column) => column !== figure)
      .map((column) => lineOf(column, row))
      .filter(({ field, empty, named }) => !empty && !(named && saysNothing(valueAt(row, field))))
    return {
      key: keyOf(row),
      title: first && (first.phone ?? first.render)(row),
      mark: first?.mark?.(row),
      name: nameOf(row),
      to,
      state: to && stateFor(to),
      figure: figure && !saysNothing(valueAt(row, figure.field)) ? lineOf(figure, row) : undefined,
      lines: lines.slice(0, SECOND_LINE),
      // Who can open the record finds the rest there.
      folded: to ? [] : lines.slice(SECOND_LINE),
      menu: menuOf?.(row),
      more: more && (() => more(row)),
      fresh: fresh.has(keyOf(row)),
    }
  })
}

const freshOf = ({ fresh }: Pick<List<object>, 'fresh'>) => new Set([...fresh].map(String))

/** A dash means something below a column's head only, and a phone has none. */
const saysNothing = (value: unknown) => value === null || value === undefined || value === '' || Number(value) === 0

/** As many values as the second line of a phone holds. */
const SECOND_LINE = 2

function lineOf<Row extends object>({ field, title, render, phone, figure }: VisibleColumn<Row>, row: Row) {
  const value = phone ? phone(row) : valueAt(row, field)
  return {
    field,
    label: title,
    value: (phone ?? render)(row),
    empty: value === null || value === undefined || value === '',
    // What a page draws for phones says itself what it is.
    named: figure === true && phone === undefined,
  }
}

/** The application's header stays in sight; a table's header stops below it. */
const APP_HEADER = 52
const BONES_MAX = 8

/** Empty rows in the shape of what will come. */
const bones = <Row,>(size: number) =>
  Array.from({ length: Math.min(size, BONES_MAX) }, (_, bone) => ({ bone })) as Row[]

/** How a row is called. */
export function nameMaker<Row extends object>(
  { rowName, columns }: RowProps<Row>,
  keyOf: (row: Row) => string,
  fields: ListFacts['row'],
) {
  const first = columns[0] && columnOf(columns[0]).field
  const isPerson = first !== undefined && cellKindOf(first, schemaAt(fields, first)) === 'person'
  const written = (name: string) => (isPerson ? personName(name) : name)
  return (row: Row) => rowName?.(row) ?? written(String((first && valueAt(row, first)) ?? keyOf(row)))
}

type Shown<Row> = { phone: boolean; onPreview: ((row: Row) => void) | undefined }

function menuMaker<Row extends object>({ actions }: RowProps<Row>, nameOf: (row: Row) => string, shown: Shown<Row>) {
  if (!actions) return undefined
  return (row: Row) => {
    if (!isAlive(row)) return null
    const possible = actions(row).filter((action) => typeof action === 'object')
    // Beside an obvious act there is no eye; the space bar opens it here too.
    const look = shown.onPreview
    const all = look ? [...possible, { label: t('kit:preview.look'), run: () => look(row) }] : possible
    return all.length > 0 ? <RowActions name={nameOf(row)} actions={all} visible={!shown.phone} /> : null
  }
}

import type { ReactNode } from 'react'
import { CallError } from '../call.ts'
import { useT } from '../i18n.ts'
import { type Area, useLabels } from '../labels.ts'
import { EmptyState, ErrorState, ForbiddenState, NoMatch } from '../States.tsx'
import { Cell, type Column, cellKindOf, columnOf, isFigure } from './columns.tsx'
import { ListTable, type ShownColumn } from './ListTable.tsx'
import { RecordCards } from './RecordCards.tsx'
import { type RowAction, RowActions } from './RowActions.tsx'
import type { Density } from './useDensity.ts'
import type { List } from './useList.ts'

export type RowProps<Row> = {
  area: Area
  columns: readonly Column<Row>[]
  /** Where a row leads: makes the first column a link. */
  rowLink?: (row: Row) => string | undefined
  /** How a row is called in "Actions for …"; the first column's text if left out. */
  rowName?: (row: Row) => string
  /** What can be done with a row; what a role may not see at all is `false`. Deleted rows have no menu. */
  actions?: (row: Row) => readonly (RowAction | false | undefined)[]
  /** More of a row, folded out below it. */
  expand?: (row: Row) => ReactNode
  /** What is said, and can be done, while there is nothing yet. */
  empty?: { title: string; hint?: string; action?: ReactNode }
  /** Under a page header that stays in sight. */
  stickyOffset?: number
}

type Props<Row extends object> = {
  given: RowProps<Row>
  rowKey: string
  list: List<Row>
  phone: boolean
  density: Density
}

/** The rows, or the reason why there are none. */
export function ListBody<Row extends object>({ given, rowKey, list, phone, density }: Props<Row>) {
  const t = useT()
  const { empty } = given
  const { query, state, rows } = list
  const { error, isPending, data, refetch } = query
  const columns = useColumns(given, list)

  if (error instanceof CallError && error.statusCode === 403) return <ForbiddenState />
  if (error && !data) return <ErrorState error={error} title={t('kit:table.failed')} onRetry={() => void refetch()} />
  if (!isPending && rows.length === 0) {
    if (Object.keys(state.filters).length > 0) return <NoMatch onClear={() => list.searchFor({})} />
    return <EmptyState title={empty?.title ?? t('kit:state.nothing')} hint={empty?.hint} action={empty?.action} />
  }

  const keyOf = (row: Row) => String((row as Record<string, unknown>)[rowKey])
  const menuOf = menuMaker(given, keyOf)
  const fresh = new Set([...list.fresh].map(String))
  if (phone && !isPending) {
    const [first, ...others] = columns.filter(({ wideOnly }) => !wideOnly)
    const tag = others.find(({ field }) => field === 'Status')
    const cards = rows.map((row) => ({
      key: keyOf(row),
      title: first?.render(row),
      to: given.rowLink?.(row),
      tag: tag?.render(row),
      lines: others
        .filter((column) => column !== tag)
        .map(({ field, title, render }) => ({ field, label: title, value: render(row) })),
      menu: menuOf?.(row),
      fresh: fresh.has(keyOf(row)),
    }))
    return <RecordCards cards={cards} />
  }
  return (
    <ListTable<Row>
      columns={columns}
      rows={isPending ? bones(state.size) : rows}
      keyOf={isPending ? (row) => String((row as { bone?: number }).bone) : keyOf}
      fresh={fresh}
      state={state}
      sortable={list.facts.sortable}
      density={density}
      stickyOffset={given.stickyOffset ?? APP_HEADER}
      loading={isPending}
      linkOf={given.rowLink}
      menuOf={menuOf}
      expand={given.expand}
      onSort={(sort, direction) =>
        list.change({
          sort: sort ?? list.facts.defaults.sort,
          direction: sort ? direction : list.facts.defaults.direction,
          page: 1,
        })
      }
    />
  )
}

/** The application's header stays in sight; a table's header stops below it. */
const APP_HEADER = 56
const BONES_MAX = 8

/** Empty rows in the shape of what will come. */
const bones = <Row,>(size: number) =>
  Array.from({ length: Math.min(size, BONES_MAX) }, (_, bone) => ({ bone })) as Row[]

function useColumns<Row extends object>({ area, columns }: RowProps<Row>, { facts }: List<Row>): ShownColumn<Row>[] {
  const labels = useLabels(area)
  return columns.map((column) => {
    const { field, title, width, wideOnly, as, render } = columnOf(column)
    const kind = as ?? cellKindOf(field, facts.row[field])
    return {
      field,
      title: labels.field(field, title),
      width,
      wideOnly,
      figure: isFigure(kind),
      render: (row) => (render ? render(row) : <Cell kind={kind} value={row[field]} area={area} field={field} />),
    }
  })
}

function menuMaker<Row extends object>({ actions, rowName, columns }: RowProps<Row>, keyOf: (row: Row) => string) {
  if (!actions) return undefined
  const nameOf = (row: Row) => rowName?.(row) ?? String((columns[0] && row[columnOf(columns[0]).field]) ?? keyOf(row))
  return (row: Row) => {
    if ('Status' in row && row.Status === 'Deleted') return null
    const possible = actions(row).filter((action) => typeof action === 'object')
    return possible.length > 0 ? <RowActions name={nameOf(row)} actions={possible} /> : null
  }
}

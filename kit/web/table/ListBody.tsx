import type { ReactNode } from 'react'
import { formatPersonName } from '#kit/contract/person.ts'
import { CallError } from '../call.ts'
import { t, useT } from '../i18n.ts'
import type { TextNamespace } from '../labels.ts'
import { useRefusalAction } from '../refusal-actions.ts'
import { EmptyState, ErrorState, ForbiddenState, NoMatchState } from '../States.tsx'
import { useReloadAction } from '../useReload.ts'
import type { TextKey } from '../vocabulary.ts'
import type { BulkAction, BulkLink } from './bulk.ts'
import { type Column, cellKind, toColumnSpec } from './columns.tsx'
import { ListTable, type VisibleColumn } from './ListTable.tsx'
import { rowFieldValue } from './layout.ts'
import { isSelectableRow, type ListProperties, rowFieldSchema } from './list.ts'
import { type RecordCardContent, RecordCards } from './RecordCards.tsx'
import { type RowAction, RowActions } from './RowActions.tsx'
import type { RowSelection } from './selection.ts'
import type { ListModel } from './useList.ts'

type Empty = { title: string; hint?: string; action?: ReactNode }

export type RowProps<Row> = {
  area: TextNamespace
  columns: readonly Column<Row>[]
  /** The columns that the list hides by default and that users may add. */
  optional?: readonly Column<Row>[]
  /** Returns the path of the page of a row's record. The first column of the list links to this page. */
  rowLink?: (row: Row) => string | undefined
  /** Returns the name of a row for "Actions for …"; by default the text of the first column. */
  rowName?: (row: Row) => string
  /** Returns the actions of a row; `false` hides an action from the user. Deleted rows have no actions. */
  actions?: (row: Row) => readonly (RowAction | false | undefined)[]
  /** The bulk actions. Rows are selectable if the list has at least one bulk action. */
  bulk?: readonly (BulkAction<Row> | BulkLink<Row> | false | undefined)[]
  /** Renders the preview of a record beside the list, when the user presses its icon or the space bar. Load it lazily. */
  preview?: (row: Row) => ReactNode
  /** Renders further details below a row of the list. */
  expand?: (row: Row) => ReactNode
  /** The content of a list without rows. A function gets the filters and returns undefined for the default "no match". */
  empty?: Empty | ((filters: Record<string, string>) => Empty | undefined)
  /** The title of the error if the list could not be loaded. */
  failed?: TextKey
  /** The description of the error if the list could not be loaded and the server sent no message. */
  unsaid?: TextKey | undefined
  /** Shows labelled fields under SEARCH SECTION above the rows of a list, instead of one row of filters. */
  section?: boolean
  /** Returns the total of a column over all rows of the result. */
  totalOf?: (field: string) => ReactNode
  /** True for tables with more columns than fit, which scroll as a whole. */
  wide?: boolean
  /** The height of a sticky page header, under which the table header sticks. */
  stickyOffset?: number
}

type Rows<Row> = {
  columns: VisibleColumn<Row>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  stateFor: (link: string) => unknown
  selection: RowSelection<Row> | undefined
  onPreview: ((row: Row) => void) | undefined
}

type Props<Row extends object> = {
  listProps: RowProps<Row>
  list: ListModel<Row>
  phone: boolean
  shown: Rows<Row>
}

/** Shows the rows of a list, or explains why the list has no rows. */
export function ListBody<Row extends object>({ listProps, list, phone, shown: visible }: Props<Row>) {
  const t = useT()
  const { query, state, rows } = list
  const { columns, keyOf, nameOf, stateFor, selection, onPreview } = visible
  const { error, isPending, data, refetch } = query
  const reload = useReloadAction(refetch)
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
    if (filtered && !empty) return <NoMatchState onClear={() => list.searchFor({})} />
    return <EmptyState title={empty?.title ?? t('kit:state.nothing')} hint={empty?.hint} action={empty?.action} />
  }

  const hasPrimaryAction = rows.some((row) =>
    listProps.actions?.(row).some((action) => typeof action === 'object' && action.obvious),
  )
  const menuOf = menuMaker(listProps, nameOf, { phone, onPreview: hasPrimaryAction ? onPreview : undefined })
  const fresh = freshKeys(list)
  if (phone && !isPending) return <RecordCards cards={cardsOf(listProps, list, visible, menuOf)} />
  return (
    <ListTable<Row>
      columns={columns}
      rows={isPending ? placeholderRows(state.size) : rows}
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
      hasObvious={hasPrimaryAction}
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

/** Shows the rows as cards on a phone. */
function cardsOf<Row extends object>(
  listProps: RowProps<Row>,
  list: ListModel<Row>,
  { columns, keyOf, nameOf, stateFor }: Rows<Row>,
  menuOf: ((row: Row) => ReactNode) | undefined,
): RecordCardContent[] {
  const fresh = freshKeys(list)
  const [first, ...others] = columns.filter(({ wideOnly, phone: drawn }) => !wideOnly && drawn !== null)
  const figure = others.find((column) => column.figure) ?? others.find(({ field }) => field === 'Status')
  return list.rows.map((row) => {
    const to = listProps.rowLink?.(row)
    // Shows the preview when the user opens a record that has no page of its own.
    const more = listProps.expand ?? (to ? undefined : listProps.preview)
    const lines = others
      .filter((column) => column !== figure)
      .map((column) => toCardLine(column, row))
      .filter(({ field, empty, named }) => !empty && !(named && isBlankOrZero(rowFieldValue(row, field))))
    return {
      key: keyOf(row),
      title: first && (first.phone ?? first.render)(row),
      mark: first?.mark?.(row),
      name: nameOf(row),
      to,
      state: to && stateFor(to),
      figure: figure && !isBlankOrZero(rowFieldValue(row, figure.field)) ? toCardLine(figure, row) : undefined,
      lines: lines.slice(0, SECOND_LINE_MAX),
      // A card with a link omits further values, because the record's page shows them.
      folded: to ? [] : lines.slice(SECOND_LINE_MAX),
      menu: menuOf?.(row),
      more: more && (() => more(row)),
      fresh: fresh.has(keyOf(row)),
    }
  })
}

const freshKeys = ({ fresh }: Pick<ListModel<object>, 'fresh'>) => new Set([...fresh].map(String))

/** True for empty values and zeros, which a phone omits because a dash without a column heading would be unclear. */
const isBlankOrZero = (value: unknown) => value === null || value === undefined || value === '' || Number(value) === 0

/** The maximum number of values in the second line of a card on a phone. */
const SECOND_LINE_MAX = 2

function toCardLine<Row extends object>({ field, title, render, phone, figure }: VisibleColumn<Row>, row: Row) {
  const value = phone ? phone(row) : rowFieldValue(row, field)
  return {
    field,
    label: title,
    value: (phone ?? render)(row),
    empty: value === null || value === undefined || value === '',
    // A value that the column renders for phones itself needs no label.
    named: figure === true && phone === undefined,
  }
}

/** The height of the application's sticky header, under which table headers stick. */
const APP_HEADER = 52
const PLACEHOLDER_ROWS_MAX = 8

/** Shows placeholder rows while the list is loading. */
const placeholderRows = <Row,>(size: number) =>
  Array.from({ length: Math.min(size, PLACEHOLDER_ROWS_MAX) }, (_, index) => ({ bone: index })) as Row[]

/** Returns the function that returns the name of a row. */
export function createRowNamer<Row extends object>(
  { rowName, columns }: RowProps<Row>,
  keyOf: (row: Row) => string,
  fields: ListProperties['row'],
) {
  const first = columns[0] && toColumnSpec(columns[0]).field
  const isPerson = first !== undefined && cellKind(first, rowFieldSchema(fields, first)) === 'person'
  const formatName = (name: string) => (isPerson ? formatPersonName(name) : name)
  return (row: Row) => rowName?.(row) ?? formatName(String((first && rowFieldValue(row, first)) ?? keyOf(row)))
}

type MenuOptions<Row> = { phone: boolean; onPreview: ((row: Row) => void) | undefined }

function menuMaker<Row extends object>(
  { actions }: RowProps<Row>,
  nameOf: (row: Row) => string,
  options: MenuOptions<Row>,
) {
  if (!actions) return undefined
  return (row: Row) => {
    if (!isSelectableRow(row)) return null
    const availableActions = actions(row).filter((action) => typeof action === 'object')
    // The preview is in the row menu if the row has a primary action, which takes the place of the preview button.
    const openPreview = options.onPreview
    const allActions = openPreview
      ? [...availableActions, { label: t('kit:preview.look'), run: () => openPreview(row) }]
      : availableActions
    return allActions.length > 0 ? (
      <RowActions name={nameOf(row)} actions={allActions} visible={!options.phone} />
    ) : null
  }
}

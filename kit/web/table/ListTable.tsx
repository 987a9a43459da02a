import { type GetRef, Table, type TableColumnType } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useHref, useNavigate } from 'react-router'
import type { Density } from '#kit/contract/list-view.ts'
import { useT } from '../i18n.ts'
import { useMedia } from '../useMedia.ts'
import type { ListState } from './address.ts'
import { ExpandButton } from './ExpandButton.tsx'
import { type Placed, WIDTHS } from './layout.ts'
import { isAlive } from './list.ts'
import { PreviewButton } from './PreviewButton.tsx'
import type { Selection } from './selection.ts'

export type VisibleColumn<Row> = Placed<{
  field: string
  title: string
  width?: number | undefined
  figure: boolean
  wideOnly?: boolean | undefined
  mark?: ((row: Row) => ReactNode) | undefined
  phone?: ((row: Row) => ReactNode) | null | undefined
  render: (row: Row) => ReactNode
}>

type Props<Row extends object> = {
  columns: readonly VisibleColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  fresh: ReadonlySet<unknown>
  state: ListState
  sortable: readonly string[]
  /** By which it is sorted while nobody asks for another order. */
  usualSort: string | undefined
  density: Density
  /** How far below the window's edge the header stays: under the application's own header. */
  stickyOffset: number
  onSort: (sort: string | undefined, direction: 'ASC' | 'DESC') => void
  linkOf: ((row: Row) => string | undefined) | undefined
  /** What a record's page is given of the list it was opened from. */
  stateFor: (link: string) => unknown
  menuOf: ((row: Row) => ReactNode) | undefined
  /** One act stands beside the menu. */
  hasObvious: boolean
  expand: ((row: Row) => ReactNode) | undefined
  totalOf: ((field: string) => ReactNode) | undefined
  /** Has more columns than fit: it scrolls as a whole, its header with it. */
  wide: boolean
  loading: boolean
  nameOf: (row: Row) => string
  selection: Selection<Row> | undefined
  onPreview: ((row: Row) => void) | undefined
}

/** The rows as a table: sorted by the server, header and first column always in sight. */
export function ListTable<Row extends object>(props: Props<Row>) {
  const { rows, keyOf, nameOf, fresh, density, stickyOffset, onSort, linkOf, stateFor, expand, loading, onPreview } =
    props
  const open = useOpenRow()
  const printing = useMedia('print')
  const columns = useTableColumns(props)
  const rowSelection = useTicks(props)
  const table = useScrollByKeyboard()

  return (
    <Table<Row>
      ref={table}
      className="carat-list-rows"
      rowKey={keyOf}
      columns={columns}
      dataSource={[...rows]}
      size={density === 'compact' ? 'small' : 'middle'}
      pagination={false}
      tableLayout="auto"
      // On paper nothing scrolls, and one table with its own head is what repeats it on every sheet.
      {...(!printing &&
        (props.wide
          ? { scroll: { x: 'max-content' } }
          : { scroll: { x: '100%' }, sticky: { offsetHeader: stickyOffset } }))}
      rowClassName={(row) =>
        [fresh.has(keyOf(row)) && 'carat-fresh', !isAlive(row) && 'carat-row-deleted'].filter(Boolean).join(' ')
      }
      {...(expand && !loading && { expandable: expanding(expand, nameOf) })}
      {...(rowSelection && { rowSelection })}
      {...(hasTotals(props) && { summary: () => <TotalRow {...props} /> })}
      {...(!loading && {
        onRow: (row: Row) => {
          const to = linkOf?.(row)
          return { ...open(to, to && stateFor(to)), ...(onPreview && spaceOpens(() => onPreview(row))) }
        },
      })}
      onChange={(_, __, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter
        onSort(one?.order ? String(one.columnKey) : undefined, one?.order === 'descend' ? 'DESC' : 'ASC')
      }}
    />
  )
}

/** Who has no mouse scrolls by the arrows what is wider than the page: by a link in it, or else by the rows themselves. */
function useScrollByKeyboard() {
  const table = useRef<GetRef<typeof Table>>(null)
  useEffect(() => {
    const rows = table.current?.nativeElement.querySelector<HTMLElement>('.ant-table-body')
    if (rows) rows.tabIndex = rows.querySelector('a, button, input') ? -1 : 0
  })
  return table
}

const hasTotals = <Row extends object>({ columns, totalOf }: Pick<Props<Row>, 'columns' | 'totalOf'>) =>
  columns.some(({ field }) => totalOf?.(field) !== undefined)

/** The sums of all rows, those of other pages among them. */
function TotalRow<Row extends object>({ columns, expand, totalOf, menuOf, onPreview }: Props<Row>) {
  const t = useT()
  const before = expand ? 1 : 0
  return (
    <Table.Summary.Row className="carat-list-total">
      {before > 0 && <Table.Summary.Cell index={0} />}
      {columns.map(({ field, figure }, place) => (
        <Table.Summary.Cell key={field} index={place + before} {...(figure && { align: 'end' as const })}>
          {totalOf?.(field) ?? (place === 0 ? t('kit:table.sum') : null)}
        </Table.Summary.Cell>
      ))}
      {(menuOf || onPreview) && <Table.Summary.Cell index={columns.length + before} />}
    </Table.Summary.Row>
  )
}

const expanding = <Row,>(expand: (row: Row) => ReactNode, nameOf: (row: Row) => string) => ({
  expandedRowRender: expand,
  columnWidth: 44,
  expandIcon: ({ expanded, onExpand, record }: ExpandIcon<Row>) => (
    <ExpandButton name={nameOf(record)} open={expanded} onClick={(event) => onExpand(record, event)} />
  ),
})

type ExpandIcon<Row> = {
  expanded: boolean
  onExpand: (record: Row, event: React.MouseEvent<HTMLElement>) => void
  record: Row
}

/** Tab takes a heading under the fixed column for one in sight; a press of the mouse must not move what it presses. */
function showFromUnderFixed({ currentTarget }: React.FocusEvent<HTMLElement>) {
  if (currentTarget.matches(':focus-visible')) currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest' })
}

function useTableColumns<Row extends object>(props: Props<Row>): TableColumnType<Row>[] {
  const { columns, state, sortable, usualSort, linkOf, stateFor, loading, menuOf, hasObvious, nameOf, onPreview } =
    props
  const t = useT()
  const visible = columns.map(({ field, title, width, chosenWidth, figure, render }, place): TableColumnType<Row> => {
    const first = place === 0
    return {
      key: field,
      title: <bdi>{title}</bdi>,
      onHeaderCell: () => ({ className: 'carat-list-head', onFocus: showFromUnderFixed }),
      ...((chosenWidth || width) && { width: chosenWidth ? WIDTHS[chosenWidth] : width }),
      ...(figure && { align: 'end' as const }),
      ...(first && { fixed: 'start' as const, rowScope: 'row' as const }),
      onCell: () => ({
        ...(first && { className: 'carat-list-first' }),
        // A width with less room than the words need breaks the words.
        ...(chosenWidth && {
          style: { minInlineSize: WIDTHS[chosenWidth], maxInlineSize: WIDTHS[chosenWidth], overflowWrap: 'anywhere' },
        }),
      }),
      ...(sortable.includes(field) && {
        sorter: true,
        showSorterTooltip: false,
        sortOrder: state.sort === field ? (state.direction === 'ASC' ? 'ascend' : 'descend') : null,
        // Without an order of one's own the list is in its usual one: for that column there is no third state.
        ...(field === usualSort && { sortDirections: ['ascend', 'descend', 'ascend'] as const }),
      }),
      render: (_, row) => {
        if (loading) return <span className="carat-bone" />
        const to = first ? linkOf?.(row) : undefined
        return to ? (
          <Link to={to} state={stateFor(to)} className="carat-row-link">
            {render(row)}
          </Link>
        ) : (
          render(row)
        )
      },
    } as TableColumnType<Row>
  })
  if (!menuOf && !onPreview) return visible
  const tools: TableColumnType<Row> = {
    key: 'kit.actions',
    title: <span className="carat-unseen">{t('kit:table.actions')}</span>,
    width: 24 + 32 * [menuOf, hasObvious || onPreview].filter(Boolean).length,
    align: 'end',
    fixed: 'end',
    render: (_, row) =>
      loading ? null : (
        <span className="carat-row-tools">
          {onPreview && !hasObvious && <PreviewButton name={nameOf(row)} onClick={() => onPreview(row)} />}
          {menuOf?.(row)}
        </span>
      ),
  }
  return [...visible, tools]
}

function useTicks<Row extends object>({ selection, loading, rows, keyOf, nameOf }: Props<Row>) {
  const t = useT()
  if (!selection || loading) return undefined
  return {
    fixed: true,
    columnWidth: 48,
    selectedRowKeys: rows.map(keyOf).filter(selection.has),
    onSelect: (row: Row, on: boolean) => selection.set([row], on),
    onSelectAll: (on: boolean) => selection.set(rows.filter(isAlive), on),
    getTitleCheckboxProps: () => ({ 'aria-label': t('kit:bulk.page') }),
    getCheckboxProps: (row: Row) => ({
      disabled: !isAlive(row),
      'aria-label': t('kit:bulk.select', { name: nameOf(row) }),
    }),
  }
}

/** The space bar on a row's link shows the record beside the list; on a control it does what it does there. */
const spaceOpens = (show: () => void) => ({
  onKeyDown: (event: React.KeyboardEvent) => {
    if (event.key !== ' ' || (event.target as HTMLElement).closest('button, input, [role="menuitem"]')) return
    event.preventDefault()
    show()
  },
})

/** A press anywhere in a row opens it: a convenience for the mouse only, the link in the first column is the real way. */
function useOpenRow() {
  const navigate = useNavigate()
  const base = useHref('/')
  return (to: string | undefined, state: unknown) => {
    if (!to) return {}
    return {
      style: { cursor: 'pointer' },
      onClick: (event: React.MouseEvent) => {
        const onControl = (event.target as HTMLElement).closest(
          'a, button, input, label, [role="menuitem"], [role="dialog"], .ant-table-row-expand-icon-cell, .ant-table-selection-column',
        )
        if (onControl || !event.currentTarget.contains(event.target as Node) || window.getSelection()?.toString())
          return
        if (event.ctrlKey || event.metaKey) window.open(base.replace(/\/$/, '') + to, '_blank', 'noopener')
        else void navigate(to, { state })
      },
    }
  }
}

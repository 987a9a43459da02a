import { Button, type GetRef, Table, type TableColumnType, Tooltip } from 'antd'
import { EyeIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useHref, useNavigate } from 'react-router'
import type { Density } from '#kit/contract/list-view.ts'
import { useT } from '../i18n.ts'
import { joinClassNames } from '../Layout.tsx'
import { useMedia } from '../useMedia.ts'
import type { ListState } from './address.ts'
import { ExpandButton } from './ExpandButton.tsx'
import { COLUMN_WIDTHS, type ColumnWithWidth } from './layout.ts'
import { isSelectableRow } from './list.ts'
import type { RowSelection } from './selection.ts'
import { useFittingColumns } from './useFittingColumns.ts'

export type VisibleColumn<Row> = ColumnWithWidth<{
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
  /** The sort field of the list if the user has chosen none. */
  usualSort: string | undefined
  density: Density
  /** The distance of the sticky header from the top of the window, below the application's header. */
  stickyOffset: number
  onSort: (sort: string | undefined, direction: 'ASC' | 'DESC') => void
  linkOf: ((row: Row) => string | undefined) | undefined
  /** Returns the navigation state that describes the list to the page of a record. */
  stateFor: (link: string) => unknown
  menuOf: ((row: Row) => ReactNode) | undefined
  /** True if rows have a primary action beside their menu. */
  hasObvious: boolean
  expand: ((row: Row) => ReactNode) | undefined
  totalOf: ((field: string) => ReactNode) | undefined
  /** True for tables with more columns than fit, which scroll as a whole, including the header. */
  wide: boolean
  loading: boolean
  nameOf: (row: Row) => string
  selection: RowSelection<Row> | undefined
  onPreview: ((row: Row) => void) | undefined
}

/** Shows the rows as a table that the server sorts, with sticky header and first column. */
export function ListTable<Row extends object>(listProps: Props<Row>) {
  const table = useScrollByKeyboard()
  const fittingColumns = useFittingColumns(listProps.columns, { table, state: listProps.state })
  const props = { ...listProps, columns: fittingColumns }
  const { rows, keyOf, nameOf, fresh, density, stickyOffset, onSort, linkOf, stateFor, expand, loading, onPreview } =
    props
  const openRowOnClick = useOpenRow()
  const printing = useMedia('print')
  const columns = useTableColumns(props)
  const rowSelection = useTicks(props)

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
      // A single table is printed without scrolling, so that its header repeats on every page.
      {...(!printing &&
        (props.wide
          ? { scroll: { x: 'max-content' } }
          : { scroll: { x: '100%' }, sticky: { offsetHeader: stickyOffset } }))}
      rowClassName={(row) =>
        [fresh.has(keyOf(row)) && 'carat-fresh', !isSelectableRow(row) && 'carat-row-deleted'].filter(Boolean).join(' ')
      }
      {...(expand && !loading && { expandable: expandableOf(expand, nameOf) })}
      {...(rowSelection && { rowSelection })}
      {...(hasTotals(props) && { summary: () => <TotalRow {...props} /> })}
      {...(!loading && {
        onRow: (row: Row) => {
          const to = linkOf?.(row)
          return { ...openRowOnClick(to, to && stateFor(to)), ...(onPreview && spaceOpens(() => onPreview(row))) }
        },
      })}
      onChange={(_, __, sorter) => {
        const columnSorter = Array.isArray(sorter) ? sorter[0] : sorter
        onSort(
          columnSorter?.order ? String(columnSorter.columnKey) : undefined,
          columnSorter?.order === 'descend' ? 'DESC' : 'ASC',
        )
      }}
    />
  )
}

/** Lets the arrow keys scroll a wide table, both from a link in the table and from the body of the table. */
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

/** Shows the totals over all rows, including the rows of other pages. */
function TotalRow<Row extends object>({ columns, expand, totalOf, menuOf, onPreview }: Props<Row>) {
  const t = useT()
  const expandColumns = expand ? 1 : 0
  return (
    <Table.Summary.Row className="carat-list-total">
      {expandColumns > 0 && <Table.Summary.Cell index={0} />}
      {columns.map(({ field, figure }, index) => (
        <Table.Summary.Cell key={field} index={index + expandColumns} {...(figure && { align: 'end' as const })}>
          {totalOf?.(field) ?? (index === 0 ? t('kit:table.sum') : null)}
        </Table.Summary.Cell>
      ))}
      {(menuOf || onPreview) && <Table.Summary.Cell index={columns.length + expandColumns} />}
    </Table.Summary.Row>
  )
}

const expandableOf = <Row,>(expand: (row: Row) => ReactNode, nameOf: (row: Row) => string) => ({
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

/** Scrolls the table if a heading with keyboard focus is behind the fixed column. Clicks do not scroll. */
function showFromUnderFixed({ currentTarget }: React.FocusEvent<HTMLElement>) {
  if (currentTarget.matches(':focus-visible')) currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest' })
}

function useTableColumns<Row extends object>(props: Props<Row>): TableColumnType<Row>[] {
  const { columns, state, sortable, usualSort, linkOf, stateFor, loading, menuOf, hasObvious, nameOf, onPreview } =
    props
  const t = useT()
  const dataColumns = columns.map(
    ({ field, title, width, chosenWidth, figure, render }, index): TableColumnType<Row> => {
      const isFirst = index === 0
      return {
        key: field,
        title: <bdi>{title}</bdi>,
        onHeaderCell: () => ({ className: 'carat-list-head', onFocus: showFromUnderFixed }),
        ...((chosenWidth || width) && { width: chosenWidth ? COLUMN_WIDTHS[chosenWidth] : width }),
        ...(figure && { align: 'end' as const }),
        ...(isFirst && { fixed: 'start' as const, rowScope: 'row' as const }),
        onCell: () => ({
          className: joinClassNames(isFirst && 'carat-list-first', chosenWidth && 'carat-list-chosen'),
          // Breaks words that are wider than the column width that the user chose.
          ...(chosenWidth && {
            style: {
              minInlineSize: COLUMN_WIDTHS[chosenWidth],
              maxInlineSize: COLUMN_WIDTHS[chosenWidth],
              overflowWrap: 'anywhere',
            },
          }),
        }),
        ...(sortable.includes(field) && {
          sorter: true,
          showSorterTooltip: false,
          sortOrder: state.sort === field ? (state.direction === 'ASC' ? 'ascend' : 'descend') : null,
          // The default sort column has no unsorted state, because an unsorted list uses the default order anyway.
          ...(field === usualSort && { sortDirections: ['ascend', 'descend', 'ascend'] as const }),
        }),
        render: (_, row) => {
          if (loading) return <span className="carat-bone" />
          const to = isFirst ? linkOf?.(row) : undefined
          return to ? (
            <Link to={to} state={stateFor(to)} className="carat-row-link">
              {render(row)}
            </Link>
          ) : (
            render(row)
          )
        },
      } as TableColumnType<Row>
    },
  )
  if (!menuOf && !onPreview) return dataColumns
  const actionColumn: TableColumnType<Row> = {
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
  return [...dataColumns, actionColumn]
}

function useTicks<Row extends object>({ selection, loading, rows, keyOf, nameOf }: Props<Row>) {
  const t = useT()
  if (!selection || loading) return undefined
  return {
    fixed: true,
    columnWidth: 48,
    selectedRowKeys: rows.map(keyOf).filter(selection.has),
    onSelect: (row: Row, on: boolean) => selection.set([row], on),
    onSelectAll: (on: boolean) => selection.set(rows.filter(isSelectableRow), on),
    getTitleCheckboxProps: () => ({ 'aria-label': t('kit:bulk.page') }),
    getCheckboxProps: (row: Row) => ({
      disabled: !isSelectableRow(row),
      'aria-label': t('kit:bulk.select', { name: nameOf(row) }),
    }),
  }
}

/** Opens the preview of a record when Space is pressed on its row's link. On a control, Space keeps its usual effect. */
const spaceOpens = (show: () => void) => ({
  onKeyDown: (event: React.KeyboardEvent) => {
    if (event.key !== ' ' || (event.target as HTMLElement).closest('button, input, [role="menuitem"]')) return
    event.preventDefault()
    show()
  },
})

/** Opens a record by a click anywhere in its row, for mouse users. The link in the first column is accessible. */
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

function PreviewButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useT()
  return (
    <Tooltip title={t('kit:preview.hint')}>
      <Button
        type="text"
        size="small"
        icon={<EyeIcon aria-hidden />}
        aria-label={t('kit:preview.of', { name })}
        onClick={onClick}
      />
    </Tooltip>
  )
}

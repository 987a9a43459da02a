import { Table, type TableColumnType } from 'antd'
import type { ReactNode } from 'react'
import { Link, useHref, useNavigate } from 'react-router'
import { useT } from '../i18n.ts'
import type { ListState } from './address.ts'
import type { Density } from './useDensity.ts'

export type ShownColumn<Row> = {
  field: string
  title: string
  width?: number | undefined
  figure: boolean
  wideOnly?: boolean | undefined
  render: (row: Row) => ReactNode
}

type Props<Row extends object> = {
  columns: readonly ShownColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  fresh: ReadonlySet<unknown>
  state: ListState
  sortable: readonly string[]
  density: Density
  /** How far below the window's edge the header stays: under the application's own header. */
  stickyOffset: number
  onSort: (sort: string | undefined, direction: 'ASC' | 'DESC') => void
  linkOf: ((row: Row) => string | undefined) | undefined
  menuOf: ((row: Row) => ReactNode) | undefined
  expand: ((row: Row) => ReactNode) | undefined
  loading: boolean
}

/** The rows as a table: sorted by the server, header and first column always in sight. */
export function ListTable<Row extends object>(props: Props<Row>) {
  const {
    columns,
    rows,
    keyOf,
    fresh,
    state,
    sortable,
    density,
    stickyOffset,
    onSort,
    linkOf,
    menuOf,
    expand,
    loading,
  } = props
  const t = useT()
  const open = useOpenRow()

  const shown = columns.map(({ field, title, width, figure, render }, place): TableColumnType<Row> => {
    const sorts = sortable.includes(field)
    const first = place === 0
    return {
      key: field,
      title,
      onHeaderCell: () => ({ className: 'carat-list-head' }),
      ...(width && { width }),
      ...(figure && { align: 'end' as const }),
      ...(first && {
        fixed: 'start' as const,
        rowScope: 'row' as const,
        onCell: () => ({ className: 'carat-list-first' }),
      }),
      ...(sorts && {
        sorter: true,
        showSorterTooltip: false,
        sortOrder: state.sort === field ? (state.direction === 'ASC' ? 'ascend' : 'descend') : null,
      }),
      render: (_, row) => {
        if (loading) return <span className="carat-bone" />
        const to = first ? linkOf?.(row) : undefined
        return to ? (
          <Link to={to} className="carat-row-link">
            {render(row)}
          </Link>
        ) : (
          render(row)
        )
      },
    }
  })
  if (menuOf) {
    shown.push({
      key: 'kit.actions',
      title: <span className="carat-unseen">{t('kit:table.actions')}</span>,
      width: 56,
      align: 'center',
      fixed: 'end',
      render: (_, row) => (loading ? null : menuOf(row)),
    })
  }

  return (
    <Table<Row>
      className="carat-list-rows"
      rowKey={keyOf}
      columns={shown}
      dataSource={[...rows]}
      size={density === 'compact' ? 'small' : 'middle'}
      pagination={false}
      scroll={{ x: 'max-content' }}
      sticky={{ offsetHeader: stickyOffset }}
      rowClassName={(row) =>
        [fresh.has(keyOf(row)) && 'carat-fresh', 'Status' in row && row.Status === 'Deleted' && 'carat-row-deleted']
          .filter(Boolean)
          .join(' ')
      }
      {...(expand && !loading && { expandable: { expandedRowRender: expand } })}
      {...(linkOf && !loading && { onRow: (row: Row) => open(linkOf(row)) })}
      onChange={(_, __, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter
        onSort(one?.order ? String(one.columnKey) : undefined, one?.order === 'descend' ? 'DESC' : 'ASC')
      }}
    />
  )
}

/** A press anywhere in a row opens it: a convenience for the mouse only, the link in the first column is the real way. */
function useOpenRow() {
  const navigate = useNavigate()
  const base = useHref('/')
  return (to: string | undefined) => {
    if (!to) return {}
    return {
      style: { cursor: 'pointer' },
      onClick: (event: React.MouseEvent) => {
        const onControl = (event.target as HTMLElement).closest(
          'a, button, input, label, [role="menuitem"], [role="dialog"], .ant-table-row-expand-icon-cell',
        )
        if (onControl || !event.currentTarget.contains(event.target as Node) || window.getSelection()?.toString())
          return
        if (event.ctrlKey || event.metaKey) window.open(base.replace(/\/$/, '') + to, '_blank', 'noopener')
        else void navigate(to)
      },
    }
  }
}

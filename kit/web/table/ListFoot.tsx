import { Pagination, Select } from 'antd'
import { useT } from '../i18n.ts'
import { PAGE_SIZES } from './address.ts'
import { storePreference } from './remembered.ts'
import type { ListModel } from './useList.ts'

type Props = {
  list: ListModel<object>
  /** The fields and titles of all columns of the list. */
  columns: readonly { field: string; title: string }[]
  /** The visible columns of the list. If the list is sorted by another field, the foot shows the sort order. */
  visible: readonly { field: string }[]
  phone: boolean
}

/** The number of pages after the current one that the pager of a list with an estimated number of rows offers. */
const PAGES_AHEAD = 5

/** Shows the visible range of rows, the total number of rows, the pager and the page size. */
export function ListFoot({ list, columns, visible, phone }: Props) {
  const t = useT()
  const { facts, state, count, isEstimate, served, change, query } = list
  if (query.isPending || list.rows.length === 0 || (query.error && !query.data)) return null
  const from = facts.paged ? (state.page - 1) * state.size + 1 : 1
  const total = {
    from,
    to: Math.min(from + Math.max(served, 1) - 1, Math.max(count, 1)),
    total: facts.paged ? list.total : served,
  }
  const sorts = columns
    .filter(({ field }) => facts.sortable.includes(field))
    .map(({ field, title }) => ({ value: field, label: title }))
  const title = columns.find(({ field }) => field === state.sort)?.title
  // A descending order by number or time shows the newest rows first.
  const isNewestFirst = state.direction === 'DESC' && /(Id|No|At|Date)$/.test(state.sort ?? '')
  const orderText = isNewestFirst ? t('kit:table.newestFirst') : title && t('kit:table.sortedBy', { column: title })
  const isMarked = !state.sort || visible.some(({ field }) => field === state.sort)
  return (
    <div className="carat-list-foot">
      <span>
        <span role="status">{t('kit:table.total', total)}</span>
        {!isMarked && !phone && orderText && ` · ${orderText}`}
      </span>
      {phone && sorts.length > 0 && (
        <Select
          className="carat-list-sort"
          aria-label={t('kit:table.sort')}
          prefix={t('kit:table.sort')}
          value={sorts.find(({ value }) => value === state.sort)?.value ?? null}
          placeholder={orderText || t('kit:table.usualOrder')}
          options={sorts}
          popupMatchSelectWidth={false}
          onChange={(sort) => change({ sort, page: 1 })}
        />
      )}
      {facts.paged && (
        <Pagination
          current={state.page}
          pageSize={state.size}
          // The last pages of an estimated number of rows may not exist.
          total={isEstimate ? Math.min(count, (state.page + PAGES_AHEAD) * state.size) : count}
          showSizeChanger
          // The simple pager would show the number of offered pages as the number of all pages.
          simple={phone && !isEstimate}
          showLessItems={phone}
          pageSizeOptions={[...new Set([...PAGE_SIZES, facts.defaults.size])].sort((left, right) => left - right)}
          // A change of the page size keeps the first visible row on the page.
          onChange={(page, size) => {
            if (size === state.size) return change({ page })
            storePreference('rows', list.key, `${size}`)
            change({ page: Math.floor((from - 1) / size) + 1, size })
          }}
        />
      )}
    </div>
  )
}

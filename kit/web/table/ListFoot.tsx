import { Pagination } from 'antd'
import { useT } from '../i18n.ts'
import { PAGE_SIZES } from './address.ts'
import type { List } from './useList.ts'

/** How many there are and which of them are shown; pages and page size. */
export function ListFoot({ list, phone }: { list: List<object>; phone: boolean }) {
  const t = useT()
  const { facts, state, count, served, change, query } = list
  if (query.isPending || list.rows.length === 0 || (query.error && !query.data)) return null
  const from = facts.paged ? (state.page - 1) * state.size + 1 : 1
  const total = {
    from,
    to: Math.min(from + Math.max(served, 1) - 1, Math.max(count, 1)),
    total: facts.paged ? count : served,
  }
  return (
    <div className="carat-list-foot">
      <span role="status">{t('kit:table.total', total)}</span>
      {facts.paged && (
        <Pagination
          current={state.page}
          pageSize={state.size}
          total={count}
          showSizeChanger
          simple={phone}
          pageSizeOptions={[...new Set([...PAGE_SIZES, facts.defaults.size])].sort((one, other) => one - other)}
          // Another size keeps the first row in sight.
          onChange={(page, size) =>
            change(size === state.size ? { page } : { page: Math.floor((from - 1) / size) + 1, size })
          }
        />
      )}
    </div>
  )
}

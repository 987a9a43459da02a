import { Button, Tooltip } from 'antd'
import { Columns3Icon, Rows3Icon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ColumnChoice, Density } from '#kit/contract/list-view.ts'
import { useT } from '../i18n.ts'
import type { TextNamespace } from '../labels.ts'
import { notify } from '../notify.tsx'
import type { ListExportInfo } from './export-info.ts'
import { ListActions } from './ListActions.tsx'
import type { ListEndpoint } from './list.ts'
import type { ListModel } from './useList.ts'
import type { useVisibleColumns } from './useVisibleColumns.tsx'
import { ViewMenu } from './ViewMenu.tsx'
import type { ViewTools } from './view-tools.ts'

const ColumnsDialog = lazy(async () => ({ default: (await import('./ColumnsDialog.tsx')).ColumnsDialog }))

type Props = {
  area: TextNamespace
  endpoint: ListEndpoint
  label: string
  rowKey: string
  list: ListModel<object>
  columns: ReturnType<typeof useVisibleColumns>
  selection: { all: boolean; rows: ReadonlyMap<string, unknown> }
  tools: ViewTools
  phone: boolean
  /** True if the page shows the export and the list actions in another place. */
  exported?: boolean
}

/** The tools of a list: views, columns, export and density. */
export function ListTools(props: Props) {
  const { list, columns, tools, phone, exported } = props
  const t = useT()
  const { state, views } = list
  const [isChoosing, setChoosing] = useState(false)

  // While a view is open, a change of columns or density stays in the URL until the view is saved.
  // Without a view, a change of columns or density is the user's own setting and is stored at once.
  const storeChoice = (choice: { Columns?: ColumnChoice[] | null; Density?: Density }) =>
    void tools.changes.choose(choice).catch((error: unknown) => notify.error('kit:views.failed', error))
  const setColumns = (next: ColumnChoice[] | null) => {
    if (views.active || !tools.changes.possible) return list.setState({ columns: next })
    list.setState({ columns: views.base.columns }, { replace: true })
    storeChoice({ Columns: next })
  }
  const setDensity = (density: Density) => {
    if (views.active || !tools.changes.possible) return list.setState({ density })
    list.setState({ density: views.base.density }, { replace: true })
    storeChoice({ Density: density })
  }
  const isCompact = state.density === 'compact'
  return (
    <section className="carat-list-tools" aria-label={t('kit:table.tools')}>
      <ViewMenu tools={tools} phone={phone} />
      <Tool label={t('kit:columns.title')} icon={<Columns3Icon aria-hidden />} onClick={() => setChoosing(true)} />
      {!exported && <ListActions info={describeListExport(props)} />}
      {!phone && (
        <Tool
          label={t('kit:table.compact')}
          hint={t(isCompact ? 'kit:table.comfortable' : 'kit:table.compact')}
          icon={<Rows3Icon aria-hidden />}
          pressed={isCompact}
          bare
          onClick={() => setDensity(isCompact ? 'comfortable' : 'compact')}
        />
      )}
      <Suspense fallback={null}>
        {isChoosing && (
          <ColumnsDialog
            offered={columns.offered}
            declared={columns.declared}
            chosen={columns.columns.map(({ field, chosenWidth }) =>
              chosenWidth ? { Field: field, Width: chosenWidth } : { Field: field },
            )}
            onApply={setColumns}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Describes the visible list (columns, filters and order) for its export. */
export function describeListExport({
  area,
  endpoint,
  label,
  rowKey,
  list,
  columns,
  selection,
}: Pick<Props, 'area' | 'endpoint' | 'label' | 'rowKey' | 'list' | 'columns' | 'selection'>): ListExportInfo {
  const { state, facts, count, isEstimate, served } = list
  const { Page: _page, Rows: _rows, ...input } = list.input as Record<string, unknown>
  return {
    area,
    list: endpoint,
    label,
    input,
    page: facts.paged ? { Page: state.page, Rows: state.size } : undefined,
    columns: columns.inFile,
    total: facts.paged ? count : served,
    isEstimate,
    rowKey,
    selection: { all: selection.all, keys: [...selection.rows.keys()] },
  }
}

type ToolProps = {
  label: string
  hint?: string
  icon: ReactNode
  pressed?: boolean
  /** Shows a tool as its icon, with the label as tooltip. */
  bare?: boolean
  onClick: () => void
}

function Tool({ label, hint = label, icon, pressed, bare = false, onClick }: ToolProps) {
  return (
    <Tooltip title={bare ? hint : undefined}>
      <Button
        type="text"
        size="small"
        className="carat-list-tool"
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        icon={icon}
        {...(bare && { 'aria-label': label })}
        onClick={onClick}
      >
        {!bare && label}
      </Button>
    </Tooltip>
  )
}

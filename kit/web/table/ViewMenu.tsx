import { Alert, Button, Dropdown, type MenuProps } from 'antd'
import { CheckIcon, ChevronDownIcon, LayoutGridIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ListView } from '#kit/contract/list-view.ts'
import { ConfirmDialog } from '../ConfirmAction.tsx'
import { listSeparator } from '../format.ts'
import { useT } from '../i18n.ts'
import { type TextNamespace, useLabels } from '../labels.ts'
import { notify } from '../notify.tsx'
import { useSession } from '../session.ts'
import { differsFromView, type ListState, toViewState } from './address.ts'
import type { ListViews } from './useListViews.ts'
import type { ViewTools } from './view-tools.ts'
import { useViewChanges } from './views.ts'

const ViewDialog = lazy(async () => ({ default: (await import('./ViewDialog.tsx')).ViewDialog }))

type Props = { listKey: string; views: ListViews; state: ListState; names: readonly string[] }

/** Returns the actions on a list's views, for the menu of views and the bar of unsaved changes. */
export function useViewTools({ listKey, views, state, names }: Props) {
  const t = useT()
  const { isHQ } = useSession()
  const changes = useViewChanges(listKey)
  const [pending, setPending] = useState<'add' | 'edit' | 'delete'>()
  const { active } = views
  const tools: ViewTools = {
    views,
    changes,
    state,
    modified: active !== undefined && differsFromView(state, views.base, names),
    editable: active !== undefined && (active.SharedYN === 'Y' ? isHQ : active.OwnYN === 'Y'),
    ask: setPending,
    save: async () => {
      if (!active) return
      try {
        const saved = await changes.update(active, { State: toViewState(state) })
        views.show(saved, { replace: true })
        notify.success(t('kit:views.saved', { name: saved.Name }))
      } catch (error) {
        notify.error('kit:views.failed', error)
      }
    },
    reset: () => active && views.show(active),
  }
  const close = () => setPending(undefined)
  const dialogs = (
    <>
      <Suspense fallback={null}>
        {(pending === 'add' || pending === 'edit') && (
          <ViewDialog tools={tools} editing={pending === 'edit'} onClose={close} />
        )}
      </Suspense>
      {active && (
        <ConfirmDialog
          open={pending === 'delete'}
          onClose={close}
          question={{
            title: t('kit:views.deleteQuestion', { name: active.Name }),
            body: active.SharedYN === 'Y' ? t('kit:views.deleteShared') : undefined,
            ok: t('kit:verbs.delete'),
            danger: true,
          }}
          run={() => remove(active)}
        />
      )}
    </>
  )
  const remove = async ({ ViewId, Name }: ListView) => {
    try {
      views.show(null, { replace: true })
      await changes.remove(ViewId)
      notify.success(t('kit:views.deleted', { name: Name }))
    } catch (error) {
      notify.error('kit:deleteFailed', error)
    }
  }
  return { tools, dialogs }
}

/** Shows a menu of all views, which marks the open view, and the actions on views. */
export function ViewMenu({ tools, phone }: { tools: ViewTools; phone: boolean }) {
  const t = useT()
  const { views, changes, modified, editable, ask, save, reset } = tools
  const { active, defaultView } = views
  if (!changes.possible) return null

  const viewItem = (view: ListView | null) => ({
    key: view ? `${view.ViewId}` : 'standard',
    icon: view?.ViewId === active?.ViewId ? <CheckIcon aria-hidden /> : <span className="carat-menu-gap" />,
    label: (
      <span className="carat-menu-item">
        {view?.Name ?? t('kit:views.standard')}
        {view && view.OwnYN === 'N' && <small>{t('kit:views.by', { name: view.OwnerName })}</small>}
        {view !== null && view.ViewId === defaultView?.ViewId && <small>{t('kit:views.isDefault')}</small>}
      </span>
    ),
    onClick: () => views.show(view),
  })
  const viewGroup = (key: string, label: string, visible: readonly ListView[]) =>
    visible.length > 0 ? [{ key, type: 'group' as const, label, children: visible.map(viewItem) }] : []
  const menuItem = (key: string, label: string, onClick: () => void, danger = false) => ({
    key,
    label,
    onClick,
    danger,
  })
  const isDefault = active !== undefined && active.ViewId === defaultView?.ViewId
  const setDefault = () =>
    void changes
      .choose({ DefaultViewId: isDefault ? null : (active?.ViewId ?? null) })
      .catch((error: unknown) => notify.error('kit:views.failed', error))

  const items: MenuProps['items'] = [
    viewItem(null),
    ...viewGroup(
      'mine',
      t('kit:views.mine'),
      views.views.filter(({ SharedYN }) => SharedYN === 'N'),
    ),
    ...viewGroup(
      'shared',
      t('kit:views.shared'),
      views.views.filter(({ SharedYN }) => SharedYN === 'Y'),
    ),
    { type: 'divider' },
    ...(modified && editable ? [menuItem('save', t('kit:views.save'), () => void save())] : []),
    ...(modified ? [menuItem('reset', t('kit:views.reset'), reset)] : []),
    menuItem('add', t('kit:views.saveAs'), () => ask('add')),
    ...(active ? [menuItem('default', t(isDefault ? 'kit:views.noDefault' : 'kit:views.first'), setDefault)] : []),
    ...(editable
      ? [
          menuItem('edit', t('kit:views.edit'), () => ask('edit')),
          menuItem('delete', t('kit:views.delete'), () => ask('delete'), true),
        ]
      : []),
  ]
  const name = active?.Name ?? t('kit:views.standard')
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }} autoFocus>
      <Button
        type="text"
        size="small"
        className="carat-list-tool"
        icon={<LayoutGridIcon aria-hidden />}
        aria-label={t('kit:views.button', { name })}
        aria-haspopup="menu"
      >
        {!phone && (
          <>
            <span className="carat-view-name">{active?.Name ?? t('kit:views.views')}</span>
            <ChevronDownIcon aria-hidden className="carat-tool-more" />
          </>
        )}
      </Button>
    </Dropdown>
  )
}

/** Shows a bar for unsaved changes of a view, for filters that the list no longer has, or for a missing view. */
export function ViewBar({
  area,
  tools,
  unknown,
}: {
  area: TextNamespace
  tools: ViewTools
  unknown: readonly string[]
}) {
  const t = useT()
  const labels = useLabels(area)
  const { views, modified, editable, save, ask, reset } = tools
  if (views.lost)
    return (
      <Alert
        banner
        type="info"
        showIcon
        title={t('kit:views.lost')}
        action={
          <Button size="small" onClick={() => views.show(null, { replace: true })}>
            {t('kit:views.standard')}
          </Button>
        }
      />
    )
  if (!views.active || (!modified && unknown.length === 0)) return null
  const filters = unknown.map((name) => labels.field(name)).join(listSeparator())
  return (
    <div className="carat-view-strip" role="status">
      {unknown.length > 0 && <span>{t('kit:views.withoutFilters', { count: unknown.length, filters })}</span>}
      {modified && <span>{t('kit:views.modified', { name: views.active.Name })}</span>}
      {editable && (
        <Button size="small" type={modified ? 'primary' : 'default'} onClick={() => void save()}>
          {t(modified ? 'kit:views.save' : 'kit:views.saveWithout')}
        </Button>
      )}
      {modified && (
        <>
          <Button size="small" onClick={() => ask('add')}>
            {t('kit:views.saveAs')}
          </Button>
          <Button size="small" type="text" onClick={reset}>
            {t('kit:views.reset')}
          </Button>
        </>
      )}
    </div>
  )
}

import { Drawer } from 'antd'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList } from '#kit/web/Layout.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listSettingChanges, type Setting } from '../../contract/settings.ts'
import { formatSettingValue, settingDisplayName } from './words.ts'

type Props = { setting: Setting; open: boolean; onClose: () => void }

/** Shows the change history of a setting. */
export function SettingHistory({ setting, open, onClose }: Props) {
  const t = useT()
  const { data, error, refetch } = useRead(listSettingChanges, { Name: setting.Name }, { enabled: open })
  const toText = (value: unknown) => (value === null ? t('setup:theDefault') : formatSettingValue(t, setting, value))
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('setup:historyOf', { name: settingDisplayName(t, setting) })}
      size={440}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data?.count === 0 && <EmptyState title={t('setup:neverChanged')} />}
      <EntryList as="ol">
        {data?.rows.map(({ ChangedAt, ChangedBy, Previous, Value }) => (
          <li key={ChangedAt}>
            <div>
              <s>{toText(Previous)}</s> <span aria-hidden>→</span> <strong>{toText(Value)}</strong>
            </div>
            <small>{t('setup:changedBy', { name: ChangedBy ?? '–', time: formatInstant(ChangedAt) })}</small>
          </li>
        ))}
      </EntryList>
    </Drawer>
  )
}

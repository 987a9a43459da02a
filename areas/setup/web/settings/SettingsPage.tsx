import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listSettings, settingGroups, settingNames } from '../../contract/settings.ts'
import '../setup.css'
import { SettingLine } from './SettingLine.tsx'

/** What a house may decide for itself, each with what it does; a change counts at once. */
export function SettingsPage() {
  const t = useT()
  const { data, error, refetch } = useRead(listSettings, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const inOrder = settingNames.flatMap((name) => data.rows.find(({ Name }) => Name === name) ?? [])
  return (
    <div className="setup-stack">
      {settingGroups.map((group) => (
        <Card key={group} title={t(`setup:group.${group}`)} flush>
          <ul className="settings-list">
            {inOrder
              .filter(({ Group }) => Group === group)
              .map((setting) => (
                <SettingLine key={setting.Name} setting={setting} />
              ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

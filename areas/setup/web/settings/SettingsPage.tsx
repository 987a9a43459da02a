import { useT } from '#kit/web/i18n.ts'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { listSettings, settingGroups, settingNames } from '../../contract/settings.ts'
import { appConfig } from '../../contract.ts'
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
            {group === 'house' && <BusinessZone />}
          </ul>
        </Card>
      ))}
    </div>
  )
}

/** Shown because every day is counted by it; set where the server is started, so that no two servers differ. */
function BusinessZone() {
  const t = useT()
  const { data } = useRead(appConfig, {}, { staleTime: 60_000 })
  return (
    <li>
      <div className="setting-what">
        <h3>{t('setup:zone.name')}</h3>
        <p>{t('setup:zone.about')}</p>
      </div>
      <div className="setting-value">
        <strong dir="ltr">{data?.BusinessTimeZone}</strong>
      </div>
    </li>
  )
}

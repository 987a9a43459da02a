import { useT } from '#kit/web/i18n.ts'
import { Entries, Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useRead } from '#kit/web/useRead.ts'
import { settingNames } from '../../contract/catalogue.ts'
import { settingGroups } from '../../contract/define-setting.ts'
import { listSettings } from '../../contract/settings.ts'
import { appConfig } from '../../contract.ts'
import { SettingLine } from './SettingLine.tsx'

/** What a company may decide for itself, each with what it does; a change counts at once. */
export function SettingsPage() {
  const t = useT()
  const { data, error, refetch } = useRead(listSettings, {})
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const inOrder = settingNames.flatMap((name) => data.rows.find(({ Name }) => Name === name) ?? [])
  return (
    <Stack>
      {settingGroups.map((group) => (
        <Card key={group} title={t(`setup:group.${group}`)} flush>
          <Entries>
            {inOrder
              .filter(({ Group }) => Group === group)
              .map((setting) => (
                <SettingLine key={setting.Name} setting={setting} />
              ))}
            {group === 'company' && <BusinessZone />}
          </Entries>
        </Card>
      ))}
    </Stack>
  )
}

/** Shown because every day is counted by it; set where the server is started, so that no two servers differ. */
function BusinessZone() {
  const t = useT()
  const { data } = useRead(appConfig, {}, { staleTime: 60_000 })
  return (
    <li>
      <div className="carat-entry" style={{ flexGrow: 2 }}>
        <h3>{t('setup:zone.name')}</h3>
        <p>{t('setup:zone.about')}</p>
      </div>
      <div className="carat-entry">
        <strong dir="ltr">{data?.BusinessTimeZone}</strong>
      </div>
      <div className="carat-entry" />
    </li>
  )
}

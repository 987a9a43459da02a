import { Button, Checkbox, Select } from 'antd'
import { PencilIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatPoints } from '#kit/web/format.ts'
import { type TranslateFunction, useT } from '#kit/web/i18n.ts'
import { EntryList, Row, Stack } from '#kit/web/Layout.tsx'
import { SearchBox } from '#kit/web/SearchBox.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { EmptyState, ErrorState, LoadingState } from '#kit/web/States.tsx'
import { useSession } from '#kit/web/session.ts'
import { useMedia } from '#kit/web/useMedia.ts'
import { useRead } from '#kit/web/useRead.ts'
import { useVisiblePart } from '#kit/web/useShow.ts'
import { isLargeSetting, settingNames } from '../../contract/catalogue.ts'
import { type SettingGroup, settingGroups } from '../../contract/define-setting.ts'
import { listSettings, type Setting } from '../../contract/settings.ts'
import { appConfig } from '../../contract.ts'
import { settingsPath } from '../../paths.ts'
import { SettingLine } from './SettingLine.tsx'
import './settings.css'
import { formatSettingValue, isSettingChanged, settingDescriptionText, settingDisplayName } from './words.ts'

const EditSection = lazy(async () => ({ default: (await import('./EditSection.tsx')).EditSettingsGroupDialog }))

const [firstGroup, ...otherGroups] = settingGroups

/** Page of settings, which shows one section at a time; search and the filter "changed" cover all sections. */
export function SettingsPage() {
  const t = useT()
  const { data, error, refetch } = useRead(listSettings, {})
  const [section, showSection] = useVisiblePart<SettingGroup>([firstGroup, ...otherGroups])
  const [typed, setTyped] = useState('')
  const [changedOnly, setChangedOnly] = useState(false)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const inOrder = settingNames.flatMap((name) => data.rows.find(({ Name }) => Name === name) ?? [])
  const searchText = typed.trim().toLowerCase()
  const matches = inOrder.filter(
    (setting) =>
      (!changedOnly || isSettingChanged(setting)) && searchableText(t, setting).toLowerCase().includes(searchText),
  )
  const isFiltered = searchText !== '' || changedOnly
  const groups = settingGroups.map((group) => ({ group, settings: matches.filter(({ Group }) => Group === group) }))
  const sections = isFiltered
    ? groups.filter(({ settings }) => settings.length > 0)
    : groups.filter(({ group }) => group === section)
  return (
    <Stack>
      <Row gap="m">
        <SearchBox label={t('setup:search')} value={typed} onChange={setTyped} />
        <Checkbox checked={changedOnly} onChange={({ target }) => setChangedOnly(target.checked)}>
          {t('setup:changedOnly')}
          <span className="carat-tally">{formatPoints(inOrder.filter(isSettingChanged).length)}</span>
        </Checkbox>
      </Row>
      <div className={isFiltered ? undefined : 'settings'}>
        {!isFiltered && <SectionIndex groups={groups} section={section} onShow={showSection} />}
        <Stack>
          {sections.length === 0 && <EmptyState title={t('setup:noneMatch')} />}
          {sections.map(({ group, settings }) => (
            <Card
              key={group}
              title={t(`setup:group.${group}`)}
              extra={!isFiltered && <EditSectionButton group={group} settings={settings} />}
              flush
            >
              <EntryList>
                {settings.map((setting) => (
                  <SettingLine key={setting.Name} setting={setting} />
                ))}
                {group === 'company' && !isFiltered && <BusinessZone />}
              </EntryList>
            </Card>
          ))}
        </Stack>
      </div>
    </Stack>
  )
}

/** Button that opens the form of a section; images and long texts have separate forms. */
function EditSectionButton({ group, settings }: { group: SettingGroup; settings: readonly Setting[] }) {
  const t = useT()
  const { may } = useSession()
  const [isOpen, setOpen] = useState<boolean>()
  const small = settings.filter(({ Name }) => !isLargeSetting(Name))
  if (!may('Manage Settings') || small.length < 2) return null
  return (
    <>
      <Button icon={<PencilIcon aria-hidden />} onClick={() => setOpen(true)}>
        {t('setup:editSection')}
      </Button>
      <Suspense fallback={null}>
        {isOpen !== undefined && (
          <EditSection group={group} settings={small} open={isOpen} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}

/** Returns the text in which the search box looks for a setting: name, description and value. */
const searchableText = (t: TranslateFunction, setting: Setting) =>
  `${settingDisplayName(t, setting)} ${settingDescriptionText(t, setting)} ${formatSettingValue(t, setting, setting.Value)}`

type IndexProps = {
  groups: readonly { group: SettingGroup; settings: readonly Setting[] }[]
  section: SettingGroup
  onShow: (section: SettingGroup) => void
}

/** Navigation between sections: a list of links beside the page, or a select control on small screens. */
function SectionIndex({ groups, section, onShow }: IndexProps) {
  const t = useT()
  const isSideNavigation = useMedia('(min-width: 992px)')
  if (!isSideNavigation)
    return (
      <Select<SettingGroup>
        aria-label={t('setup:sections')}
        value={section}
        onChange={onShow}
        options={groups.map(({ group, settings }) => ({
          value: group,
          label: `${t(`setup:group.${group}`)} ${formatPoints(settings.length)}`,
        }))}
      />
    )
  return (
    <nav aria-label={t('setup:sections')}>
      <ul className="settings-index">
        {groups.map(({ group, settings }) => (
          <li key={group}>
            <Link
              to={settingsPath({ show: group === firstGroup ? undefined : group })}
              aria-current={group === section ? 'true' : undefined}
            >
              {t(`setup:group.${group}`)}
              <span className="carat-figure">{formatPoints(settings.length)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Shows the business time zone, which is configured on the server, so that all servers use the same. */
function BusinessZone() {
  const t = useT()
  const { data } = useRead(appConfig, {}, { staleTime: 60_000 })
  return (
    <li>
      <div className="carat-entry setting-about">
        <h3>{t('setup:zone.name')}</h3>
        <p>{t('setup:zone.about')}</p>
      </div>
      <div className="carat-entry setting-value">
        <strong dir="ltr">{data?.BusinessTimeZone}</strong>
      </div>
    </li>
  )
}

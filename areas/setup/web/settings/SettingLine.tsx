import { Button } from 'antd'
import { HistoryIcon, PencilIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ConfirmAction } from '#kit/web/ConfirmAction.tsx'
import { formatInstant } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { resetSetting, type Setting } from '../../contract/settings.ts'
import './settings.css'
import { aboutOf, nameOf, valueText } from './words.ts'

const EditSetting = lazy(async () => ({ default: (await import('./EditSetting.tsx')).EditSetting }))
const SettingHistory = lazy(async () => ({ default: (await import('./SettingHistory.tsx')).SettingHistory }))

/** One setting: what it does, what it is, who changed it, and the way back. */
export function SettingLine({ setting }: { setting: Setting }) {
  const t = useT()
  const { may } = useSession()
  const [editing, setEditing] = useState<boolean>()
  const [looking, setLooking] = useState<boolean>()
  const name = nameOf(t, setting)
  const isDefault = JSON.stringify(setting.Value) === JSON.stringify(setting.Default)
  const allowed = may('Manage Settings')
  const reset = useCall(resetSetting, {
    done: 'setup:saved',
    failed: 'setup:saveFailed',
  })
  return (
    <li>
      <div className="carat-entry" style={{ flexGrow: 2 }}>
        <h3>{name}</h3>
        <p>{aboutOf(t, setting)}</p>
      </div>
      <div className="carat-entry">
        {setting.Name === 'company.logo' && typeof setting.Value === 'string' ? (
          <img src={setting.Value} alt={name} className="setting-logo" />
        ) : (
          <strong>{valueText(t, setting, setting.Value)}</strong>
        )}
        <small>
          {isDefault ? t('setup:isDefault') : t('setup:default', { value: valueText(t, setting, setting.Default) })}
        </small>
        {setting.UpdatedAt && (
          <small>
            {t('setup:changedBy', { name: setting.UpdatedBy ?? '–', time: formatInstant(setting.UpdatedAt) })}
          </small>
        )}
      </div>
      <Row tight justify="end" className="carat-entry">
        {allowed && (
          <Button
            icon={<PencilIcon aria-hidden />}
            aria-label={t('setup:change', { name })}
            onClick={() => setEditing(true)}
          >
            {t('kit:verbs.edit')}
          </Button>
        )}
        {allowed && !isDefault && (
          <ConfirmAction
            label={t('setup:reset')}
            button={{ 'aria-label': t('setup:resetOf', { name }) }}
            title={t('setup:resetQuestion', { name, value: valueText(t, setting, setting.Default) })}
            ok={t('setup:reset')}
            run={() => reset.mutateAsync({ Name: setting.Name, Version: setting.Version })}
          />
        )}
        <Button
          type="text"
          icon={<HistoryIcon aria-hidden />}
          aria-label={t('setup:historyOf', { name })}
          onClick={() => setLooking(true)}
        />
      </Row>
      <Suspense fallback={null}>
        {editing !== undefined && <EditSetting setting={setting} open={editing} onClose={() => setEditing(false)} />}
        {looking !== undefined && <SettingHistory setting={setting} open={looking} onClose={() => setLooking(false)} />}
      </Suspense>
    </li>
  )
}

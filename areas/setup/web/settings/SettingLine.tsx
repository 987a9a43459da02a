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
import { formatSettingValue, isSettingChanged, settingDescriptionText, settingDisplayName } from './words.ts'

const EditSetting = lazy(async () => ({ default: (await import('./EditSetting.tsx')).EditSettingDialog }))
const SettingHistory = lazy(async () => ({ default: (await import('./SettingHistory.tsx')).SettingHistory }))

/** Shows one setting with its description, value, last change and actions. */
export function SettingLine({ setting }: { setting: Setting }) {
  const t = useT()
  const { may } = useSession()
  const [isEditing, setIsEditing] = useState<boolean>()
  const [isHistoryOpen, setHistoryOpen] = useState<boolean>()
  const name = settingDisplayName(t, setting)
  const isDefault = !isSettingChanged(setting)
  const mayEdit = may('Manage Settings')
  const reset = useCall(resetSetting, {
    done: 'setup:saved',
    failed: 'setup:saveFailed',
  })
  return (
    <li>
      <div className="carat-entry setting-about">
        <h3>{name}</h3>
        <p>{settingDescriptionText(t, setting)}</p>
      </div>
      <div className="carat-entry setting-value">
        {setting.Name === 'company.logo' && typeof setting.Value === 'string' ? (
          <img src={setting.Value} alt={name} className="setting-logo" />
        ) : (
          <strong>{formatSettingValue(t, setting, setting.Value)}</strong>
        )}
        <small>
          {isDefault
            ? t('setup:isDefault')
            : t('setup:default', { value: formatSettingValue(t, setting, setting.Default) })}
        </small>
        {setting.UpdatedAt && (
          <small>
            {t('setup:changedBy', { name: setting.UpdatedBy ?? '–', time: formatInstant(setting.UpdatedAt) })}
          </small>
        )}
      </div>
      <Row tight justify="end">
        {mayEdit && (
          <Button
            icon={<PencilIcon aria-hidden />}
            aria-label={t('setup:change', { name })}
            onClick={() => setIsEditing(true)}
          >
            {t('kit:verbs.edit')}
          </Button>
        )}
        {mayEdit && !isDefault && (
          <ConfirmAction
            label={t('setup:reset')}
            button={{ 'aria-label': t('setup:resetOf', { name }) }}
            title={t('setup:resetQuestion', { name, value: formatSettingValue(t, setting, setting.Default) })}
            ok={t('setup:reset')}
            run={() => reset.mutateAsync({ Name: setting.Name, Version: setting.Version })}
          />
        )}
        <Button
          type="text"
          icon={<HistoryIcon aria-hidden />}
          aria-label={t('setup:historyOf', { name })}
          onClick={() => setHistoryOpen(true)}
        />
      </Row>
      <Suspense fallback={null}>
        {isEditing !== undefined && (
          <EditSetting setting={setting} open={isEditing} onClose={() => setIsEditing(false)} />
        )}
        {isHistoryOpen !== undefined && (
          <SettingHistory setting={setting} open={isHistoryOpen} onClose={() => setHistoryOpen(false)} />
        )}
      </Suspense>
    </li>
  )
}

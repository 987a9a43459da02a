import { Button, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { MemberField } from '#areas/customers/web/index.ts'
import { type SettingName, settingsCatalogue } from '#areas/setup/contract/catalogue.ts'
import { listSettings } from '#areas/setup/contract/settings.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import { ChoiceSelect } from '#kit/web/ChoiceSelect.tsx'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Row } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { useSession } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useRead } from '#kit/web/useRead.ts'
import { addPasscode, PageLanguage, type PasscodePurpose } from '../contract.ts'

/** Numbers of days for which a poster can be valid; the settings limit the selection. */
const POSTER_DAYS = [7, 30, 90] as const
const NAME_MAX = 60

type Props = { onCreated: (passcode: Reply<typeof addPasscode>) => void }

/** Form for a new passcode: for new customers (single use or poster), or for the update of a selected member. */
export function NewPasscodeForm({ onCreated }: Props) {
  const t = useT()
  const labels = useLabels('self-service')
  const { isHQ, user } = useSession()
  const [purpose, setPurpose] = useState<PasscodePurpose>('New Customer')
  const [member, setMember] = useState<{ MembershipNo: string; CustomerId: number }>()
  const [days, setDays] = useState(0)
  const valid = useValidity()
  const [outlet, setOutlet] = useState(isHQ ? null : (user.building?.code ?? null))
  const [language, setLanguage] = useState<PageLanguage>(PageLanguage.safeParse(currentLanguage()).data ?? 'en')
  const [name, setName] = useState('')
  const add = useCall(addPasscode, {
    done: 'self-service:createdPasscode.done',
    failed: 'self-service:createdPasscode.failed',
    onDone: onCreated,
  })
  const updates = purpose === 'Update'
  const ready = outlet !== null && (!updates || member !== undefined)
  const make = () =>
    add.mutate({
      Purpose: purpose,
      OutletCode: outlet,
      Language: language,
      ...(name.trim() !== '' && { Name: name.trim() }),
      ...(updates && member && { CustomerId: member.CustomerId }),
      ...(!updates && days > 0 && { ManyYN: 'Y' as const, ExpiresInHours: days * 24 }),
    })
  return (
    <Card title={t('self-service:make.title')}>
      <Form layout="vertical" className="passcode-form" onFinish={make}>
        <Form.Item label={labels.field('Purpose')}>
          <Radio.Group
            value={purpose}
            onChange={({ target }) => setPurpose(target.value as PasscodePurpose)}
            options={(['New Customer', 'Update'] as const).map((value) => ({
              value,
              label: labels.value('Purpose', value),
            }))}
          />
        </Form.Item>
        {updates ? (
          <Form.Item label={t('self-service:make.member')} htmlFor="passcode-member" required>
            <MemberField
              id="passcode-member"
              value={member?.MembershipNo ?? null}
              onPick={({ MembershipNo, CustomerId }) => setMember({ MembershipNo, CustomerId })}
              onChange={(value) => value === null && setMember(undefined)}
            />
          </Form.Item>
        ) : (
          <Form.Item label={t('self-service:make.valid')} htmlFor="passcode-days">
            <Select
              id="passcode-days"
              value={days}
              onChange={setDays}
              options={[
                { value: 0, label: t('self-service:make.once', { hours: valid.hours }) },
                ...valid.posterDays.map((value) => ({ value, label: t('self-service:make.poster', { days: value }) })),
              ]}
            />
          </Form.Item>
        )}
        <Form.Item label={labels.field('OutletCode')} htmlFor="passcode-outlet" required>
          <ChoiceSelect
            id="passcode-outlet"
            area="self-service"
            field="OutletCode"
            choices="outlet"
            value={outlet}
            disabled={!isHQ}
            onChange={(value) => setOutlet(value as string | null)}
          />
        </Form.Item>
        <Form.Item label={labels.field('Language')} htmlFor="passcode-language">
          <Select
            id="passcode-language"
            value={language}
            onChange={setLanguage}
            options={PageLanguage.options.map((value) => ({
              value,
              label: new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
            }))}
          />
        </Form.Item>
        <Form.Item label={labels.field('Name')} htmlFor="passcode-name">
          <Input
            id="passcode-name"
            value={name}
            maxLength={NAME_MAX}
            placeholder={t('self-service:make.nameExample')}
            onChange={({ target }) => setName(target.value)}
          />
        </Form.Item>
        <Row>
          <Button type="primary" htmlType="submit" disabled={!ready} loading={add.isPending}>
            {t('self-service:make.run')}
          </Button>
        </Row>
      </Form>
    </Card>
  )
}

/** Returns how long a passcode can be valid according to the settings. */
function useValidity() {
  const settings = useRead(listSettings, { Search: { Name: 'selfService.' } }).data?.rows
  const setting = (Name: SettingName) =>
    Number(settings?.find((row) => row.Name === Name)?.Value ?? settingsCatalogue[Name].default)
  const most = setting('selfService.posterDays')
  return {
    hours: setting('selfService.customerHours'),
    posterDays: [...new Set(POSTER_DAYS.map((days) => Math.min(days, most)))],
  }
}

import { useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { Columns, Stack } from '#kit/web/Layout.tsx'
import type { addPasscode } from '../contract.ts'
import { CreatedPasscodeView } from './CreatedPasscode.tsx'
import { NewPasscodeForm } from './NewPasscode.tsx'
import { PasscodeList } from './PasscodeList.tsx'

/** Page on which staff create passcodes to show or print, with the list of all passcodes. */
export function PasscodeGeneratorPage() {
  const [created, setCreated] = useState<Reply<typeof addPasscode>>()
  return (
    <Stack>
      <Columns least={320}>
        <NewPasscodeForm onCreated={setCreated} />
        {created && <CreatedPasscodeView key={created.PasscodeId} passcode={created} />}
      </Columns>
      <PasscodeList />
    </Stack>
  )
}

import type { ServerArea } from '#kit/server/area.ts'
import { parseNumberKey } from '#kit/server/rows.ts'
import { serve } from '#kit/server/serve.ts'
import { groupRefusals } from './contract/groups.ts'
import * as contract from './contract.ts'
import { listProvisionedGroups, setRolesOfGroup } from './server/groups.ts'
import { mountScim } from './server/scim/mount.ts'

export const provisioningServerArea: ServerArea = {
  name: 'provisioning',
  routes: [
    serve(contract.listProvisionedGroups, listProvisionedGroups),
    serve(contract.setRolesOfGroup, setRolesOfGroup),
  ],
  files: [{ calls: [], mount: mountScim, outsideApi: true }],
  rowKinds: {
    'provisioned group': {
      find: `select 'HQ' as outlet_code,null::bigint as customer_id,null::bigint as user_id from scim_group where group_id=named.key::bigint`,
      key: parseNumberKey,
      refusal: () => groupRefusals.notFound(),
    },
  },
}

import { definePath } from '#kit/contract/path.ts'

export const integrationsPath = definePath('/settings/integrations', 'tab', 'EndpointId', 'DeliveredYN')

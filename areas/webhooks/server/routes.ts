import { serve, serveMultiTransaction } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addEndpoint, getEndpoint, listEndpoints, removeEndpoint, updateEndpoint } from './endpoints.ts'
import { getFeedStatus } from './feed-status.ts'
import { dropLine, listLines, resumeLine } from './lines.ts'
import { listDeliveries } from './list-deliveries.ts'
import { pauseEndpoint, resumeEndpoint } from './pause-endpoint.ts'
import { cancelReplay, listReplays, replayEvents } from './replays.ts'
import { endPreviousSecret, rotateSecret } from './rotate-secret.ts'
import { testEndpoint } from './test-endpoint.ts'

export const webhookRoutes = [
  serve(contract.listEndpoints, listEndpoints),
  serve(contract.getEndpoint, getEndpoint),
  serve(contract.addEndpoint, addEndpoint),
  serve(contract.updateEndpoint, updateEndpoint),
  serve(contract.removeEndpoint, removeEndpoint),
  serve(contract.pauseEndpoint, pauseEndpoint),
  serve(contract.resumeEndpoint, resumeEndpoint),
  serve(contract.rotateSecret, rotateSecret),
  serve(contract.endPreviousSecret, endPreviousSecret),
  serveMultiTransaction(contract.testEndpoint, testEndpoint),
  serve(contract.replayEvents, replayEvents),
  serve(contract.listReplays, listReplays),
  serve(contract.cancelReplay, cancelReplay),
  serve(contract.listDeliveries, listDeliveries),
  serve(contract.listLines, listLines),
  serve(contract.resumeLine, resumeLine),
  serve(contract.dropLine, dropLine),
  serve(contract.getFeedStatus, getFeedStatus),
]

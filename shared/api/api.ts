/** Every endpoint of the product, by resource: what OpenAPI and the access matrix walk. */
import { account } from './account.ts'
import { artshow } from './artshow.ts'
import { backup } from './backup.ts'
import { config } from './config.ts'
import { maps } from './maps.ts'
import { desk } from './desk.ts'
import { inbox } from './inbox.ts'
import { labels } from './labels.ts'
import { mail } from './mail.ts'
import { menu } from './menu.ts'
import { messages } from './messages.ts'
import { money } from './money.ts'
import { orderDesk } from './order-desk.ts'
import { orders } from './orders.ts'
import { productDesk } from './product-desk.ts'
import { products } from './products.ts'
import { record } from './record.ts'
import { reviewDesk } from './review-desk.ts'
import { shippo } from './shippo.ts'
import { upload } from './upload.ts'
import { users } from './users.ts'

export const api = {
  users,
  account,
  products,
  productDesk,
  reviewDesk,
  orders,
  orderDesk,
  config,
  shippo,
  labels,
  messages,
  inbox,
  mail,
  money,
  artshow,
  maps,
  menu,
  upload,
  record,
  desk,
  backup,
}

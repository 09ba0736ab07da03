/**
 * PayPal's issue codes and their texts, copied from its OpenAPI file checkout_orders_v2 (2.13). A comment marks the
 * only exception. The status of an issue is also from that file.
 */
export const orderIssues = {
  INVALID_ARRAY_MAX_ITEMS: [400, 'The number of items in an array parameter is too large.'],
  INVALID_ARRAY_MIN_ITEMS: [400, 'The number of items in an array parameter is too small.'],
  INVALID_PARAMETER_SYNTAX: [400, 'The value of a field does not conform to the expected format.'],
  INVALID_PARAMETER_VALUE: [400, 'A parameter value is not valid.'],
  INVALID_STRING_LENGTH: [400, 'The value of a field is either too short or too long'],
  MALFORMED_REQUEST_JSON: [400, 'The request JSON is not well formed.'],
  MISSING_REQUIRED_PARAMETER: [400, 'A required parameter is missing.'],
  PAYPAL_REQUEST_ID_REQUIRED: [
    400,
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  ],
  PERMISSION_DENIED: [403, 'You do not have permission to access or perform operations on this resource.'],
  INVALID_RESOURCE_ID: [
    404,
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  ],
  // Not from the file, which has a text only for the opposite case: authorizing an order with the intent CAPTURE.
  ACTION_DOES_NOT_MATCH_INTENT: [
    422,
    "Order was created with an intent to 'AUTHORIZE'. Please use v2/checkout/orders/order_id/authorize to complete the transaction or alternately Create an order with an intent of 'CAPTURE'.",
  ],
  AMOUNT_MISMATCH: [
    422,
    'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
  ],
  CANNOT_BE_NEGATIVE: [
    422,
    'Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.',
  ],
  CANNOT_BE_ZERO_OR_NEGATIVE: [
    422,
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  ],
  CITY_REQUIRED: [422, 'The specified country requires a city (address.admin_area_2).'],
  COMPLIANCE_VIOLATION: [422, 'Transaction is declined due to compliance violation.'],
  DECIMAL_PRECISION: [
    422,
    'If the currency supports decimals, only two decimal place precision is supported.',
  ],
  DUPLICATE_INVOICE_ID: [
    422,
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  ],
  DUPLICATE_REFERENCE_ID: [422, '`reference_id` must be unique if multiple `purchase_unit` are provided.'],
  INSTRUMENT_DECLINED: [
    422,
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  ],
  INVALID_CURRENCY_CODE: [
    422,
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  ],
  ITEM_TOTAL_MISMATCH: [
    422,
    'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
  ],
  ITEM_TOTAL_REQUIRED: [
    422,
    'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
  ],
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: [422, 'You have exceeded the maximum number of payment attempts.'],
  MAX_VALUE_EXCEEDED: [422, 'Should be less than or equal to 999999999999999.99.'],
  MULTI_CURRENCY_ORDER: [
    422,
    'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
  ],
  ORDER_ALREADY_CAPTURED: [
    422,
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  ],
  ORDER_COMPLETION_IN_PROGRESS: [
    422,
    'The order was created with processing_instruction of ORDER_COMPLETE_ON_PAYMENT_APPROVAL. The customer has approved the payment and PayPal is still in the process of capturing the order on your behalf as instructed. Please try your request again.',
  ],
  ORDER_NOT_APPROVED: [
    422,
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ],
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: [422, 'The payer account cannot be used for this transaction.'],
  PAYER_ACTION_REQUIRED: [
    422,
    'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
  ],
  PAYER_CANNOT_PAY: [
    422,
    'Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.',
  ],
  POSTAL_CODE_REQUIRED: [422, 'The specified country requires a postal code.'],
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: [
    422,
    'Transaction failed. Redirect the payer to select another funding source.',
  ],
  TAX_TOTAL_MISMATCH: [
    422,
    'Should equal sum of (tax * quantity) across all items for a given purchase_unit.',
  ],
  TAX_TOTAL_REQUIRED: [
    422,
    'If item details are specified (items.tax_total and items.quantity) corresponding amount.breakdown.tax_total is required.',
  ],
  TOKEN_ID_NOT_FOUND: [422, 'Specified token was not found. Verify the token and try the request again.'],
  TRANSACTION_REFUSED: [422, 'The request was refused.'],
  // Of confirming and changing an order.
  AMOUNT_CHANGE_NOT_ALLOWED: [422, 'The amount specified is different from the amount authorized by payer.'],
  APPLE_PAY_AMOUNT_MISMATCH: [
    422,
    "The 'amount' specified in the Order should match the amount that was viewed and authorized by the payer/buyer on Apple Pay. If the amount has changed, please redirect the buyer to authorize the order again via Apple Pay.",
  ],
  CARD_EXPIRED: [422, 'The card is expired'],
  CARD_EXPIRY_REQUIRED: [422, 'The card expiry is required when attempting to process payment with card.'],
  CARD_NUMBER_REQUIRED: [422, 'The card number is required when attempting to process payment with card.'],
  INVALID_JSON_POINTER_FORMAT: [
    422,
    'Path should be a valid JSON Pointer https://tools.ietf.org/html/rfc6901 that references a location within the request where the operation is performed.',
  ],
  INVALID_PATCH_OPERATION: [
    400,
    "The operation cannot be honored. Cannot add a property that's already present, use replace. Cannot remove a property thats not present, use add. Cannot replace a property thats not present, use add.",
  ],
  NOT_PATCHABLE: [422, 'Cannot be patched.'],
  NO_PAYMENT_SOURCE_PROVIDED: [422, 'At least one payment method is required within the payment source.'],
  ONLY_ONE_PAYMENT_SOURCE_ALLOWED: [
    422,
    'More than one payment method within the payment source is not supported.',
  ],
  ORDER_ALREADY_COMPLETED: [422, 'The order cannot be patched after it is completed.'],
  ORDER_CANNOT_BE_CONFIRMED: [422, "An order with status = 'COMPLETED' cannot be confirmed again."],
  PATCH_PATH_REQUIRED: [
    422,
    "Please specify a 'path' for the field for which the operation needs to be performed.",
  ],
  PATCH_VALUE_REQUIRED: [422, "Please specify a 'value' to for the field that is being patched."],
  PAYMENT_ALREADY_APPROVED: [
    422,
    'The payment has already been approved.  Please capture the order, or create and confirm a new order with this payment source.',
  ],
  PAYMENT_SOURCE_CANNOT_BE_USED: [
    422,
    'The provided payment source cannot be used to pay for the order. Please try again with a different payment source by creating a new order.',
  ],
  REFERENCE_ID_NOT_FOUND: [
    422,
    'Filter expression value is incorrect. Please check the value of the reference_id and try again.',
  ],
} as const satisfies Record<string, readonly [number, string]>

/** The issues of refunds (payments_payment_v2) and of tracking. */
export const paymentIssues = {
  CAPTURE_FULLY_REFUNDED: [422, 'The capture has already been fully refunded'],
  CAPTURE_ID_NOT_FOUND: [422, 'Specified capture ID does not exist. Check the capture ID and try again.'],
  CAPTURE_STATUS_NOT_VALID: [
    422,
    'Invalid capture status. Tracker information can only be added to captures in `COMPLETED` state.',
  ],
  PENDING_CAPTURE: [
    422,
    'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
  ],
  REFUND_AMOUNT_EXCEEDED: [
    422,
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  ],
  REFUND_CAPTURE_CURRENCY_MISMATCH: [422, 'Refund must be in the same currency as the capture'],
  REFUND_FAILED_INSUFFICIENT_FUNDS: [
    422,
    'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
  ],
  REFUND_TIME_LIMIT_EXCEEDED: [422, 'You are over the time limit to perform a refund on this capture'],
  TRANSACTION_DISPUTED: [
    422,
    'Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export const issues = { ...orderIssues, ...paymentIssues }

export type Issue = keyof typeof issues

export type Problem = { issue: Issue; field?: string; value?: string; location?: 'body' | 'path' | 'header' }

export type Link = { href: string; rel: string; method: string }

const names: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
}

/** PayPal's error body for a status, with one detail per problem; `debugId` identifies the response. */
export function errorBody(status: number, debugId: string, problems: Problem[] = [], links: Link[] = []) {
  const [name, message] = names[status] ?? ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.']
  const details = problems.map(({ issue, field, value, location = 'body' }) => ({
    ...(field === undefined ? {} : { field, location }),
    ...(value === undefined ? {} : { value }),
    issue,
    description: issues[issue][1],
  }))
  const about = problems[0]?.issue ?? name
  const help = {
    href: `https://developer.paypal.com/docs/api/orders/v2/#error-${about}`,
    rel: 'information_link',
  }
  return {
    name,
    message,
    debug_id: debugId,
    ...(details.length > 0 ? { details } : {}),
    links: [help, ...links],
  }
}

/** Whether the code is a known issue. */
export function isIssue(code: string): code is Issue {
  return Object.hasOwn(issues, code)
}

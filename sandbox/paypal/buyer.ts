/** The only buyer account of the sandbox. */
export const buyer = {
  payerId: 'FRAMEBUYER234',
  email: 'buyer@sandbox.example',
  name: { given_name: 'Sandy', surname: 'Box' },
}

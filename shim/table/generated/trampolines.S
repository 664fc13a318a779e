// Generated from shim/table/functions.txt by shim/table/generate.py; change those.
// Every MPI_X and PMPI_X is one jump through its slot. Slot 2i is MPI_X, 2i+1 is PMPI_X of function i.
// A slot starts at its resolver entry, which finds the target on the first call (preload.cpp) and jumps there.
#include "shim/preload/trampoline.S.inc"

TRAMPOLINE MPI_Abort, 0
TRAMPOLINE PMPI_Abort, 1
TRAMPOLINE MPI_Finalize, 2
TRAMPOLINE PMPI_Finalize, 3
TRAMPOLINE MPI_Init, 4
TRAMPOLINE PMPI_Init, 5
TRAMPOLINE MPI_Init_thread, 6
TRAMPOLINE PMPI_Init_thread, 7
TRAMPOLINE MPI_Pcontrol, 8
TRAMPOLINE PMPI_Pcontrol, 9
TRAMPOLINE MPI_Session_finalize, 10
TRAMPOLINE PMPI_Session_finalize, 11
TRAMPOLINE MPI_Session_init, 12
TRAMPOLINE PMPI_Session_init, 13
TRAMPOLINE MPI_Bsend, 14
TRAMPOLINE PMPI_Bsend, 15
TRAMPOLINE MPI_Bsend_c, 16
TRAMPOLINE PMPI_Bsend_c, 17
TRAMPOLINE MPI_Bsend_init, 18
TRAMPOLINE PMPI_Bsend_init, 19
TRAMPOLINE MPI_Bsend_init_c, 20
TRAMPOLINE PMPI_Bsend_init_c, 21
TRAMPOLINE MPI_Ibsend, 22
TRAMPOLINE PMPI_Ibsend, 23
TRAMPOLINE MPI_Ibsend_c, 24
TRAMPOLINE PMPI_Ibsend_c, 25
TRAMPOLINE MPI_Improbe, 26
TRAMPOLINE PMPI_Improbe, 27
TRAMPOLINE MPI_Imrecv, 28
TRAMPOLINE PMPI_Imrecv, 29
TRAMPOLINE MPI_Imrecv_c, 30
TRAMPOLINE PMPI_Imrecv_c, 31
TRAMPOLINE MPI_Iprobe, 32
TRAMPOLINE PMPI_Iprobe, 33
TRAMPOLINE MPI_Irecv, 34
TRAMPOLINE PMPI_Irecv, 35
TRAMPOLINE MPI_Irecv_c, 36
TRAMPOLINE PMPI_Irecv_c, 37
TRAMPOLINE MPI_Irsend, 38
TRAMPOLINE PMPI_Irsend, 39
TRAMPOLINE MPI_Irsend_c, 40
TRAMPOLINE PMPI_Irsend_c, 41
TRAMPOLINE MPI_Isend, 42
TRAMPOLINE PMPI_Isend, 43
TRAMPOLINE MPI_Isend_c, 44
TRAMPOLINE PMPI_Isend_c, 45
TRAMPOLINE MPI_Isendrecv, 46
TRAMPOLINE PMPI_Isendrecv, 47
TRAMPOLINE MPI_Isendrecv_c, 48
TRAMPOLINE PMPI_Isendrecv_c, 49
TRAMPOLINE MPI_Isendrecv_replace, 50
TRAMPOLINE PMPI_Isendrecv_replace, 51
TRAMPOLINE MPI_Isendrecv_replace_c, 52
TRAMPOLINE PMPI_Isendrecv_replace_c, 53
TRAMPOLINE MPI_Issend, 54
TRAMPOLINE PMPI_Issend, 55
TRAMPOLINE MPI_Issend_c, 56
TRAMPOLINE PMPI_Issend_c, 57
TRAMPOLINE MPI_Mprobe, 58
TRAMPOLINE PMPI_Mprobe, 59
TRAMPOLINE MPI_Mrecv, 60
TRAMPOLINE PMPI_Mrecv, 61
TRAMPOLINE MPI_Mrecv_c, 62
TRAMPOLINE PMPI_Mrecv_c, 63
TRAMPOLINE MPI_Precv_init, 64
TRAMPOLINE PMPI_Precv_init, 65
TRAMPOLINE MPI_Probe, 66
TRAMPOLINE PMPI_Probe, 67
TRAMPOLINE MPI_Psend_init, 68
TRAMPOLINE PMPI_Psend_init, 69
TRAMPOLINE MPI_Recv, 70
TRAMPOLINE PMPI_Recv, 71
TRAMPOLINE MPI_Recv_c, 72
TRAMPOLINE PMPI_Recv_c, 73
TRAMPOLINE MPI_Recv_init, 74
TRAMPOLINE PMPI_Recv_init, 75
TRAMPOLINE MPI_Recv_init_c, 76
TRAMPOLINE PMPI_Recv_init_c, 77
TRAMPOLINE MPI_Rsend, 78
TRAMPOLINE PMPI_Rsend, 79
TRAMPOLINE MPI_Rsend_c, 80
TRAMPOLINE PMPI_Rsend_c, 81
TRAMPOLINE MPI_Rsend_init, 82
TRAMPOLINE PMPI_Rsend_init, 83
TRAMPOLINE MPI_Rsend_init_c, 84
TRAMPOLINE PMPI_Rsend_init_c, 85
TRAMPOLINE MPI_Send, 86
TRAMPOLINE PMPI_Send, 87
TRAMPOLINE MPI_Send_c, 88
TRAMPOLINE PMPI_Send_c, 89
TRAMPOLINE MPI_Send_init, 90
TRAMPOLINE PMPI_Send_init, 91
TRAMPOLINE MPI_Send_init_c, 92
TRAMPOLINE PMPI_Send_init_c, 93
TRAMPOLINE MPI_Sendrecv, 94
TRAMPOLINE PMPI_Sendrecv, 95
TRAMPOLINE MPI_Sendrecv_c, 96
TRAMPOLINE PMPI_Sendrecv_c, 97
TRAMPOLINE MPI_Sendrecv_replace, 98
TRAMPOLINE PMPI_Sendrecv_replace, 99
TRAMPOLINE MPI_Sendrecv_replace_c, 100
TRAMPOLINE PMPI_Sendrecv_replace_c, 101
TRAMPOLINE MPI_Ssend, 102
TRAMPOLINE PMPI_Ssend, 103
TRAMPOLINE MPI_Ssend_c, 104
TRAMPOLINE PMPI_Ssend_c, 105
TRAMPOLINE MPI_Ssend_init, 106
TRAMPOLINE PMPI_Ssend_init, 107
TRAMPOLINE MPI_Ssend_init_c, 108
TRAMPOLINE PMPI_Ssend_init_c, 109
TRAMPOLINE MPI_Start, 110
TRAMPOLINE PMPI_Start, 111
TRAMPOLINE MPI_Startall, 112
TRAMPOLINE PMPI_Startall, 113
TRAMPOLINE MPI_Request_free, 114
TRAMPOLINE PMPI_Request_free, 115
TRAMPOLINE MPI_Test, 116
TRAMPOLINE PMPI_Test, 117
TRAMPOLINE MPI_Testall, 118
TRAMPOLINE PMPI_Testall, 119
TRAMPOLINE MPI_Testany, 120
TRAMPOLINE PMPI_Testany, 121
TRAMPOLINE MPI_Testsome, 122
TRAMPOLINE PMPI_Testsome, 123
TRAMPOLINE MPI_Wait, 124
TRAMPOLINE PMPI_Wait, 125
TRAMPOLINE MPI_Waitall, 126
TRAMPOLINE PMPI_Waitall, 127
TRAMPOLINE MPI_Waitany, 128
TRAMPOLINE PMPI_Waitany, 129
TRAMPOLINE MPI_Waitsome, 130
TRAMPOLINE PMPI_Waitsome, 131
TRAMPOLINE MPIX_Allgather_init, 132
TRAMPOLINE PMPIX_Allgather_init, 133
TRAMPOLINE MPIX_Allgatherv_init, 134
TRAMPOLINE PMPIX_Allgatherv_init, 135
TRAMPOLINE MPIX_Allreduce_init, 136
TRAMPOLINE PMPIX_Allreduce_init, 137
TRAMPOLINE MPIX_Alltoall_init, 138
TRAMPOLINE PMPIX_Alltoall_init, 139
TRAMPOLINE MPIX_Alltoallv_init, 140
TRAMPOLINE PMPIX_Alltoallv_init, 141
TRAMPOLINE MPIX_Alltoallw_init, 142
TRAMPOLINE PMPIX_Alltoallw_init, 143
TRAMPOLINE MPIX_Barrier_init, 144
TRAMPOLINE PMPIX_Barrier_init, 145
TRAMPOLINE MPIX_Bcast_init, 146
TRAMPOLINE PMPIX_Bcast_init, 147
TRAMPOLINE MPIX_Exscan_init, 148
TRAMPOLINE PMPIX_Exscan_init, 149
TRAMPOLINE MPIX_Gather_init, 150
TRAMPOLINE PMPIX_Gather_init, 151
TRAMPOLINE MPIX_Gatherv_init, 152
TRAMPOLINE PMPIX_Gatherv_init, 153
TRAMPOLINE MPIX_Neighbor_allgather_init, 154
TRAMPOLINE PMPIX_Neighbor_allgather_init, 155
TRAMPOLINE MPIX_Neighbor_allgatherv_init, 156
TRAMPOLINE PMPIX_Neighbor_allgatherv_init, 157
TRAMPOLINE MPIX_Neighbor_alltoall_init, 158
TRAMPOLINE PMPIX_Neighbor_alltoall_init, 159
TRAMPOLINE MPIX_Neighbor_alltoallv_init, 160
TRAMPOLINE PMPIX_Neighbor_alltoallv_init, 161
TRAMPOLINE MPIX_Neighbor_alltoallw_init, 162
TRAMPOLINE PMPIX_Neighbor_alltoallw_init, 163
TRAMPOLINE MPIX_Reduce_init, 164
TRAMPOLINE PMPIX_Reduce_init, 165
TRAMPOLINE MPIX_Reduce_scatter_block_init, 166
TRAMPOLINE PMPIX_Reduce_scatter_block_init, 167
TRAMPOLINE MPIX_Reduce_scatter_init, 168
TRAMPOLINE PMPIX_Reduce_scatter_init, 169
TRAMPOLINE MPIX_Scan_init, 170
TRAMPOLINE PMPIX_Scan_init, 171
TRAMPOLINE MPIX_Scatter_init, 172
TRAMPOLINE PMPIX_Scatter_init, 173
TRAMPOLINE MPIX_Scatterv_init, 174
TRAMPOLINE PMPIX_Scatterv_init, 175
TRAMPOLINE MPI_Allgather, 176
TRAMPOLINE PMPI_Allgather, 177
TRAMPOLINE MPI_Allgather_c, 178
TRAMPOLINE PMPI_Allgather_c, 179
TRAMPOLINE MPI_Allgather_init, 180
TRAMPOLINE PMPI_Allgather_init, 181
TRAMPOLINE MPI_Allgather_init_c, 182
TRAMPOLINE PMPI_Allgather_init_c, 183
TRAMPOLINE MPI_Allgatherv, 184
TRAMPOLINE PMPI_Allgatherv, 185
TRAMPOLINE MPI_Allgatherv_c, 186
TRAMPOLINE PMPI_Allgatherv_c, 187
TRAMPOLINE MPI_Allgatherv_init, 188
TRAMPOLINE PMPI_Allgatherv_init, 189
TRAMPOLINE MPI_Allgatherv_init_c, 190
TRAMPOLINE PMPI_Allgatherv_init_c, 191
TRAMPOLINE MPI_Allreduce, 192
TRAMPOLINE PMPI_Allreduce, 193
TRAMPOLINE MPI_Allreduce_c, 194
TRAMPOLINE PMPI_Allreduce_c, 195
TRAMPOLINE MPI_Allreduce_init, 196
TRAMPOLINE PMPI_Allreduce_init, 197
TRAMPOLINE MPI_Allreduce_init_c, 198
TRAMPOLINE PMPI_Allreduce_init_c, 199
TRAMPOLINE MPI_Alltoall, 200
TRAMPOLINE PMPI_Alltoall, 201
TRAMPOLINE MPI_Alltoall_c, 202
TRAMPOLINE PMPI_Alltoall_c, 203
TRAMPOLINE MPI_Alltoall_init, 204
TRAMPOLINE PMPI_Alltoall_init, 205
TRAMPOLINE MPI_Alltoall_init_c, 206
TRAMPOLINE PMPI_Alltoall_init_c, 207
TRAMPOLINE MPI_Alltoallv, 208
TRAMPOLINE PMPI_Alltoallv, 209
TRAMPOLINE MPI_Alltoallv_c, 210
TRAMPOLINE PMPI_Alltoallv_c, 211
TRAMPOLINE MPI_Alltoallv_init, 212
TRAMPOLINE PMPI_Alltoallv_init, 213
TRAMPOLINE MPI_Alltoallv_init_c, 214
TRAMPOLINE PMPI_Alltoallv_init_c, 215
TRAMPOLINE MPI_Alltoallw, 216
TRAMPOLINE PMPI_Alltoallw, 217
TRAMPOLINE MPI_Alltoallw_c, 218
TRAMPOLINE PMPI_Alltoallw_c, 219
TRAMPOLINE MPI_Alltoallw_init, 220
TRAMPOLINE PMPI_Alltoallw_init, 221
TRAMPOLINE MPI_Alltoallw_init_c, 222
TRAMPOLINE PMPI_Alltoallw_init_c, 223
TRAMPOLINE MPI_Barrier, 224
TRAMPOLINE PMPI_Barrier, 225
TRAMPOLINE MPI_Barrier_init, 226
TRAMPOLINE PMPI_Barrier_init, 227
TRAMPOLINE MPI_Bcast, 228
TRAMPOLINE PMPI_Bcast, 229
TRAMPOLINE MPI_Bcast_c, 230
TRAMPOLINE PMPI_Bcast_c, 231
TRAMPOLINE MPI_Bcast_init, 232
TRAMPOLINE PMPI_Bcast_init, 233
TRAMPOLINE MPI_Bcast_init_c, 234
TRAMPOLINE PMPI_Bcast_init_c, 235
TRAMPOLINE MPI_Exscan, 236
TRAMPOLINE PMPI_Exscan, 237
TRAMPOLINE MPI_Exscan_c, 238
TRAMPOLINE PMPI_Exscan_c, 239
TRAMPOLINE MPI_Exscan_init, 240
TRAMPOLINE PMPI_Exscan_init, 241
TRAMPOLINE MPI_Exscan_init_c, 242
TRAMPOLINE PMPI_Exscan_init_c, 243
TRAMPOLINE MPI_Gather, 244
TRAMPOLINE PMPI_Gather, 245
TRAMPOLINE MPI_Gather_c, 246
TRAMPOLINE PMPI_Gather_c, 247
TRAMPOLINE MPI_Gather_init, 248
TRAMPOLINE PMPI_Gather_init, 249
TRAMPOLINE MPI_Gather_init_c, 250
TRAMPOLINE PMPI_Gather_init_c, 251
TRAMPOLINE MPI_Gatherv, 252
TRAMPOLINE PMPI_Gatherv, 253
TRAMPOLINE MPI_Gatherv_c, 254
TRAMPOLINE PMPI_Gatherv_c, 255
TRAMPOLINE MPI_Gatherv_init, 256
TRAMPOLINE PMPI_Gatherv_init, 257
TRAMPOLINE MPI_Gatherv_init_c, 258
TRAMPOLINE PMPI_Gatherv_init_c, 259
TRAMPOLINE MPI_Iallgather, 260
TRAMPOLINE PMPI_Iallgather, 261
TRAMPOLINE MPI_Iallgather_c, 262
TRAMPOLINE PMPI_Iallgather_c, 263
TRAMPOLINE MPI_Iallgatherv, 264
TRAMPOLINE PMPI_Iallgatherv, 265
TRAMPOLINE MPI_Iallgatherv_c, 266
TRAMPOLINE PMPI_Iallgatherv_c, 267
TRAMPOLINE MPI_Iallreduce, 268
TRAMPOLINE PMPI_Iallreduce, 269
TRAMPOLINE MPI_Iallreduce_c, 270
TRAMPOLINE PMPI_Iallreduce_c, 271
TRAMPOLINE MPI_Ialltoall, 272
TRAMPOLINE PMPI_Ialltoall, 273
TRAMPOLINE MPI_Ialltoall_c, 274
TRAMPOLINE PMPI_Ialltoall_c, 275
TRAMPOLINE MPI_Ialltoallv, 276
TRAMPOLINE PMPI_Ialltoallv, 277
TRAMPOLINE MPI_Ialltoallv_c, 278
TRAMPOLINE PMPI_Ialltoallv_c, 279
TRAMPOLINE MPI_Ialltoallw, 280
TRAMPOLINE PMPI_Ialltoallw, 281
TRAMPOLINE MPI_Ialltoallw_c, 282
TRAMPOLINE PMPI_Ialltoallw_c, 283
TRAMPOLINE MPI_Ibarrier, 284
TRAMPOLINE PMPI_Ibarrier, 285
TRAMPOLINE MPI_Ibcast, 286
TRAMPOLINE PMPI_Ibcast, 287
TRAMPOLINE MPI_Ibcast_c, 288
TRAMPOLINE PMPI_Ibcast_c, 289
TRAMPOLINE MPI_Iexscan, 290
TRAMPOLINE PMPI_Iexscan, 291
TRAMPOLINE MPI_Iexscan_c, 292
TRAMPOLINE PMPI_Iexscan_c, 293
TRAMPOLINE MPI_Igather, 294
TRAMPOLINE PMPI_Igather, 295
TRAMPOLINE MPI_Igather_c, 296
TRAMPOLINE PMPI_Igather_c, 297
TRAMPOLINE MPI_Igatherv, 298
TRAMPOLINE PMPI_Igatherv, 299
TRAMPOLINE MPI_Igatherv_c, 300
TRAMPOLINE PMPI_Igatherv_c, 301
TRAMPOLINE MPI_Ineighbor_allgather, 302
TRAMPOLINE PMPI_Ineighbor_allgather, 303
TRAMPOLINE MPI_Ineighbor_allgather_c, 304
TRAMPOLINE PMPI_Ineighbor_allgather_c, 305
TRAMPOLINE MPI_Ineighbor_allgatherv, 306
TRAMPOLINE PMPI_Ineighbor_allgatherv, 307
TRAMPOLINE MPI_Ineighbor_allgatherv_c, 308
TRAMPOLINE PMPI_Ineighbor_allgatherv_c, 309
TRAMPOLINE MPI_Ineighbor_alltoall, 310
TRAMPOLINE PMPI_Ineighbor_alltoall, 311
TRAMPOLINE MPI_Ineighbor_alltoall_c, 312
TRAMPOLINE PMPI_Ineighbor_alltoall_c, 313
TRAMPOLINE MPI_Ineighbor_alltoallv, 314
TRAMPOLINE PMPI_Ineighbor_alltoallv, 315
TRAMPOLINE MPI_Ineighbor_alltoallv_c, 316
TRAMPOLINE PMPI_Ineighbor_alltoallv_c, 317
TRAMPOLINE MPI_Ineighbor_alltoallw, 318
TRAMPOLINE PMPI_Ineighbor_alltoallw, 319
TRAMPOLINE MPI_Ineighbor_alltoallw_c, 320
TRAMPOLINE PMPI_Ineighbor_alltoallw_c, 321
TRAMPOLINE MPI_Ireduce, 322
TRAMPOLINE PMPI_Ireduce, 323
TRAMPOLINE MPI_Ireduce_c, 324
TRAMPOLINE PMPI_Ireduce_c, 325
TRAMPOLINE MPI_Ireduce_scatter, 326
TRAMPOLINE PMPI_Ireduce_scatter, 327
TRAMPOLINE MPI_Ireduce_scatter_c, 328
TRAMPOLINE PMPI_Ireduce_scatter_c, 329
TRAMPOLINE MPI_Ireduce_scatter_block, 330
TRAMPOLINE PMPI_Ireduce_scatter_block, 331
TRAMPOLINE MPI_Ireduce_scatter_block_c, 332
TRAMPOLINE PMPI_Ireduce_scatter_block_c, 333
TRAMPOLINE MPI_Iscan, 334
TRAMPOLINE PMPI_Iscan, 335
TRAMPOLINE MPI_Iscan_c, 336
TRAMPOLINE PMPI_Iscan_c, 337
TRAMPOLINE MPI_Iscatter, 338
TRAMPOLINE PMPI_Iscatter, 339
TRAMPOLINE MPI_Iscatter_c, 340
TRAMPOLINE PMPI_Iscatter_c, 341
TRAMPOLINE MPI_Iscatterv, 342
TRAMPOLINE PMPI_Iscatterv, 343
TRAMPOLINE MPI_Iscatterv_c, 344
TRAMPOLINE PMPI_Iscatterv_c, 345
TRAMPOLINE MPI_Neighbor_allgather, 346
TRAMPOLINE PMPI_Neighbor_allgather, 347
TRAMPOLINE MPI_Neighbor_allgather_c, 348
TRAMPOLINE PMPI_Neighbor_allgather_c, 349
TRAMPOLINE MPI_Neighbor_allgather_init, 350
TRAMPOLINE PMPI_Neighbor_allgather_init, 351
TRAMPOLINE MPI_Neighbor_allgather_init_c, 352
TRAMPOLINE PMPI_Neighbor_allgather_init_c, 353
TRAMPOLINE MPI_Neighbor_allgatherv, 354
TRAMPOLINE PMPI_Neighbor_allgatherv, 355
TRAMPOLINE MPI_Neighbor_allgatherv_c, 356
TRAMPOLINE PMPI_Neighbor_allgatherv_c, 357
TRAMPOLINE MPI_Neighbor_allgatherv_init, 358
TRAMPOLINE PMPI_Neighbor_allgatherv_init, 359
TRAMPOLINE MPI_Neighbor_allgatherv_init_c, 360
TRAMPOLINE PMPI_Neighbor_allgatherv_init_c, 361
TRAMPOLINE MPI_Neighbor_alltoall, 362
TRAMPOLINE PMPI_Neighbor_alltoall, 363
TRAMPOLINE MPI_Neighbor_alltoall_c, 364
TRAMPOLINE PMPI_Neighbor_alltoall_c, 365
TRAMPOLINE MPI_Neighbor_alltoall_init, 366
TRAMPOLINE PMPI_Neighbor_alltoall_init, 367
TRAMPOLINE MPI_Neighbor_alltoall_init_c, 368
TRAMPOLINE PMPI_Neighbor_alltoall_init_c, 369
TRAMPOLINE MPI_Neighbor_alltoallv, 370
TRAMPOLINE PMPI_Neighbor_alltoallv, 371
TRAMPOLINE MPI_Neighbor_alltoallv_c, 372
TRAMPOLINE PMPI_Neighbor_alltoallv_c, 373
TRAMPOLINE MPI_Neighbor_alltoallv_init, 374
TRAMPOLINE PMPI_Neighbor_alltoallv_init, 375
TRAMPOLINE MPI_Neighbor_alltoallv_init_c, 376
TRAMPOLINE PMPI_Neighbor_alltoallv_init_c, 377
TRAMPOLINE MPI_Neighbor_alltoallw, 378
TRAMPOLINE PMPI_Neighbor_alltoallw, 379
TRAMPOLINE MPI_Neighbor_alltoallw_c, 380
TRAMPOLINE PMPI_Neighbor_alltoallw_c, 381
TRAMPOLINE MPI_Neighbor_alltoallw_init, 382
TRAMPOLINE PMPI_Neighbor_alltoallw_init, 383
TRAMPOLINE MPI_Neighbor_alltoallw_init_c, 384
TRAMPOLINE PMPI_Neighbor_alltoallw_init_c, 385
TRAMPOLINE MPI_Reduce, 386
TRAMPOLINE PMPI_Reduce, 387
TRAMPOLINE MPI_Reduce_c, 388
TRAMPOLINE PMPI_Reduce_c, 389
TRAMPOLINE MPI_Reduce_init, 390
TRAMPOLINE PMPI_Reduce_init, 391
TRAMPOLINE MPI_Reduce_init_c, 392
TRAMPOLINE PMPI_Reduce_init_c, 393
TRAMPOLINE MPI_Reduce_scatter, 394
TRAMPOLINE PMPI_Reduce_scatter, 395
TRAMPOLINE MPI_Reduce_scatter_c, 396
TRAMPOLINE PMPI_Reduce_scatter_c, 397
TRAMPOLINE MPI_Reduce_scatter_block, 398
TRAMPOLINE PMPI_Reduce_scatter_block, 399
TRAMPOLINE MPI_Reduce_scatter_block_c, 400
TRAMPOLINE PMPI_Reduce_scatter_block_c, 401
TRAMPOLINE MPI_Reduce_scatter_block_init, 402
TRAMPOLINE PMPI_Reduce_scatter_block_init, 403
TRAMPOLINE MPI_Reduce_scatter_block_init_c, 404
TRAMPOLINE PMPI_Reduce_scatter_block_init_c, 405
TRAMPOLINE MPI_Reduce_scatter_init, 406
TRAMPOLINE PMPI_Reduce_scatter_init, 407
TRAMPOLINE MPI_Reduce_scatter_init_c, 408
TRAMPOLINE PMPI_Reduce_scatter_init_c, 409
TRAMPOLINE MPI_Scan, 410
TRAMPOLINE PMPI_Scan, 411
TRAMPOLINE MPI_Scan_c, 412
TRAMPOLINE PMPI_Scan_c, 413
TRAMPOLINE MPI_Scan_init, 414
TRAMPOLINE PMPI_Scan_init, 415
TRAMPOLINE MPI_Scan_init_c, 416
TRAMPOLINE PMPI_Scan_init_c, 417
TRAMPOLINE MPI_Scatter, 418
TRAMPOLINE PMPI_Scatter, 419
TRAMPOLINE MPI_Scatter_c, 420
TRAMPOLINE PMPI_Scatter_c, 421
TRAMPOLINE MPI_Scatter_init, 422
TRAMPOLINE PMPI_Scatter_init, 423
TRAMPOLINE MPI_Scatter_init_c, 424
TRAMPOLINE PMPI_Scatter_init_c, 425
TRAMPOLINE MPI_Scatterv, 426
TRAMPOLINE PMPI_Scatterv, 427
TRAMPOLINE MPI_Scatterv_c, 428
TRAMPOLINE PMPI_Scatterv_c, 429
TRAMPOLINE MPI_Scatterv_init, 430
TRAMPOLINE PMPI_Scatterv_init, 431
TRAMPOLINE MPI_Scatterv_init_c, 432
TRAMPOLINE PMPI_Scatterv_init_c, 433
TRAMPOLINE MPIX_Comm_ishrink, 434
TRAMPOLINE PMPIX_Comm_ishrink, 435
TRAMPOLINE MPIX_Comm_shrink, 436
TRAMPOLINE PMPIX_Comm_shrink, 437
TRAMPOLINE MPIX_Stream_comm_create, 438
TRAMPOLINE PMPIX_Stream_comm_create, 439
TRAMPOLINE MPIX_Stream_comm_create_multiplex, 440
TRAMPOLINE PMPIX_Stream_comm_create_multiplex, 441
TRAMPOLINE MPIX_Threadcomm_free, 442
TRAMPOLINE PMPIX_Threadcomm_free, 443
TRAMPOLINE MPIX_Threadcomm_init, 444
TRAMPOLINE PMPIX_Threadcomm_init, 445
TRAMPOLINE MPI_Cart_create, 446
TRAMPOLINE PMPI_Cart_create, 447
TRAMPOLINE MPI_Cart_sub, 448
TRAMPOLINE PMPI_Cart_sub, 449
TRAMPOLINE MPI_Comm_accept, 450
TRAMPOLINE PMPI_Comm_accept, 451
TRAMPOLINE MPI_Comm_connect, 452
TRAMPOLINE PMPI_Comm_connect, 453
TRAMPOLINE MPI_Comm_create, 454
TRAMPOLINE PMPI_Comm_create, 455
TRAMPOLINE MPI_Comm_create_from_group, 456
TRAMPOLINE PMPI_Comm_create_from_group, 457
TRAMPOLINE MPI_Comm_create_group, 458
TRAMPOLINE PMPI_Comm_create_group, 459
TRAMPOLINE MPI_Comm_disconnect, 460
TRAMPOLINE PMPI_Comm_disconnect, 461
TRAMPOLINE MPI_Comm_dup, 462
TRAMPOLINE PMPI_Comm_dup, 463
TRAMPOLINE MPI_Comm_dup_with_info, 464
TRAMPOLINE PMPI_Comm_dup_with_info, 465
TRAMPOLINE MPI_Comm_free, 466
TRAMPOLINE PMPI_Comm_free, 467
TRAMPOLINE MPI_Comm_idup, 468
TRAMPOLINE PMPI_Comm_idup, 469
TRAMPOLINE MPI_Comm_idup_with_info, 470
TRAMPOLINE PMPI_Comm_idup_with_info, 471
TRAMPOLINE MPI_Comm_join, 472
TRAMPOLINE PMPI_Comm_join, 473
TRAMPOLINE MPI_Comm_spawn, 474
TRAMPOLINE PMPI_Comm_spawn, 475
TRAMPOLINE MPI_Comm_spawn_multiple, 476
TRAMPOLINE PMPI_Comm_spawn_multiple, 477
TRAMPOLINE MPI_Comm_split, 478
TRAMPOLINE PMPI_Comm_split, 479
TRAMPOLINE MPI_Comm_split_type, 480
TRAMPOLINE PMPI_Comm_split_type, 481
TRAMPOLINE MPI_Dist_graph_create, 482
TRAMPOLINE PMPI_Dist_graph_create, 483
TRAMPOLINE MPI_Dist_graph_create_adjacent, 484
TRAMPOLINE PMPI_Dist_graph_create_adjacent, 485
TRAMPOLINE MPI_Graph_create, 486
TRAMPOLINE PMPI_Graph_create, 487
TRAMPOLINE MPI_Intercomm_create, 488
TRAMPOLINE PMPI_Intercomm_create, 489
TRAMPOLINE MPI_Intercomm_create_from_groups, 490
TRAMPOLINE PMPI_Intercomm_create_from_groups, 491
TRAMPOLINE MPI_Intercomm_merge, 492
TRAMPOLINE PMPI_Intercomm_merge, 493
TRAMPOLINE MPI_Accumulate, 494
TRAMPOLINE PMPI_Accumulate, 495
TRAMPOLINE MPI_Accumulate_c, 496
TRAMPOLINE PMPI_Accumulate_c, 497
TRAMPOLINE MPI_Compare_and_swap, 498
TRAMPOLINE PMPI_Compare_and_swap, 499
TRAMPOLINE MPI_Fetch_and_op, 500
TRAMPOLINE PMPI_Fetch_and_op, 501
TRAMPOLINE MPI_Get, 502
TRAMPOLINE PMPI_Get, 503
TRAMPOLINE MPI_Get_c, 504
TRAMPOLINE PMPI_Get_c, 505
TRAMPOLINE MPI_Get_accumulate, 506
TRAMPOLINE PMPI_Get_accumulate, 507
TRAMPOLINE MPI_Get_accumulate_c, 508
TRAMPOLINE PMPI_Get_accumulate_c, 509
TRAMPOLINE MPI_Put, 510
TRAMPOLINE PMPI_Put, 511
TRAMPOLINE MPI_Put_c, 512
TRAMPOLINE PMPI_Put_c, 513
TRAMPOLINE MPI_Raccumulate, 514
TRAMPOLINE PMPI_Raccumulate, 515
TRAMPOLINE MPI_Raccumulate_c, 516
TRAMPOLINE PMPI_Raccumulate_c, 517
TRAMPOLINE MPI_Rget, 518
TRAMPOLINE PMPI_Rget, 519
TRAMPOLINE MPI_Rget_c, 520
TRAMPOLINE PMPI_Rget_c, 521
TRAMPOLINE MPI_Rget_accumulate, 522
TRAMPOLINE PMPI_Rget_accumulate, 523
TRAMPOLINE MPI_Rget_accumulate_c, 524
TRAMPOLINE PMPI_Rget_accumulate_c, 525
TRAMPOLINE MPI_Rput, 526
TRAMPOLINE PMPI_Rput, 527
TRAMPOLINE MPI_Rput_c, 528
TRAMPOLINE PMPI_Rput_c, 529
TRAMPOLINE MPI_Win_allocate, 530
TRAMPOLINE PMPI_Win_allocate, 531
TRAMPOLINE MPI_Win_allocate_c, 532
TRAMPOLINE PMPI_Win_allocate_c, 533
TRAMPOLINE MPI_Win_allocate_shared, 534
TRAMPOLINE PMPI_Win_allocate_shared, 535
TRAMPOLINE MPI_Win_allocate_shared_c, 536
TRAMPOLINE PMPI_Win_allocate_shared_c, 537
TRAMPOLINE MPI_Win_complete, 538
TRAMPOLINE PMPI_Win_complete, 539
TRAMPOLINE MPI_Win_create, 540
TRAMPOLINE PMPI_Win_create, 541
TRAMPOLINE MPI_Win_create_c, 542
TRAMPOLINE PMPI_Win_create_c, 543
TRAMPOLINE MPI_Win_create_dynamic, 544
TRAMPOLINE PMPI_Win_create_dynamic, 545
TRAMPOLINE MPI_Win_fence, 546
TRAMPOLINE PMPI_Win_fence, 547
TRAMPOLINE MPI_Win_flush, 548
TRAMPOLINE PMPI_Win_flush, 549
TRAMPOLINE MPI_Win_flush_all, 550
TRAMPOLINE PMPI_Win_flush_all, 551
TRAMPOLINE MPI_Win_flush_local, 552
TRAMPOLINE PMPI_Win_flush_local, 553
TRAMPOLINE MPI_Win_flush_local_all, 554
TRAMPOLINE PMPI_Win_flush_local_all, 555
TRAMPOLINE MPI_Win_free, 556
TRAMPOLINE PMPI_Win_free, 557
TRAMPOLINE MPI_Win_lock, 558
TRAMPOLINE PMPI_Win_lock, 559
TRAMPOLINE MPI_Win_lock_all, 560
TRAMPOLINE PMPI_Win_lock_all, 561
TRAMPOLINE MPI_Win_post, 562
TRAMPOLINE PMPI_Win_post, 563
TRAMPOLINE MPI_Win_start, 564
TRAMPOLINE PMPI_Win_start, 565
TRAMPOLINE MPI_Win_sync, 566
TRAMPOLINE PMPI_Win_sync, 567
TRAMPOLINE MPI_Win_test, 568
TRAMPOLINE PMPI_Win_test, 569
TRAMPOLINE MPI_Win_unlock, 570
TRAMPOLINE PMPI_Win_unlock, 571
TRAMPOLINE MPI_Win_unlock_all, 572
TRAMPOLINE PMPI_Win_unlock_all, 573
TRAMPOLINE MPI_Win_wait, 574
TRAMPOLINE PMPI_Win_wait, 575
TRAMPOLINE MPI_File_close, 576
TRAMPOLINE PMPI_File_close, 577
TRAMPOLINE MPI_File_iread, 578
TRAMPOLINE PMPI_File_iread, 579
TRAMPOLINE MPI_File_iread_c, 580
TRAMPOLINE PMPI_File_iread_c, 581
TRAMPOLINE MPI_File_iread_all, 582
TRAMPOLINE PMPI_File_iread_all, 583
TRAMPOLINE MPI_File_iread_all_c, 584
TRAMPOLINE PMPI_File_iread_all_c, 585
TRAMPOLINE MPI_File_iread_at, 586
TRAMPOLINE PMPI_File_iread_at, 587
TRAMPOLINE MPI_File_iread_at_c, 588
TRAMPOLINE PMPI_File_iread_at_c, 589
TRAMPOLINE MPI_File_iread_at_all, 590
TRAMPOLINE PMPI_File_iread_at_all, 591
TRAMPOLINE MPI_File_iread_at_all_c, 592
TRAMPOLINE PMPI_File_iread_at_all_c, 593
TRAMPOLINE MPI_File_iread_shared, 594
TRAMPOLINE PMPI_File_iread_shared, 595
TRAMPOLINE MPI_File_iread_shared_c, 596
TRAMPOLINE PMPI_File_iread_shared_c, 597
TRAMPOLINE MPI_File_iwrite, 598
TRAMPOLINE PMPI_File_iwrite, 599
TRAMPOLINE MPI_File_iwrite_c, 600
TRAMPOLINE PMPI_File_iwrite_c, 601
TRAMPOLINE MPI_File_iwrite_all, 602
TRAMPOLINE PMPI_File_iwrite_all, 603
TRAMPOLINE MPI_File_iwrite_all_c, 604
TRAMPOLINE PMPI_File_iwrite_all_c, 605
TRAMPOLINE MPI_File_iwrite_at, 606
TRAMPOLINE PMPI_File_iwrite_at, 607
TRAMPOLINE MPI_File_iwrite_at_c, 608
TRAMPOLINE PMPI_File_iwrite_at_c, 609
TRAMPOLINE MPI_File_iwrite_at_all, 610
TRAMPOLINE PMPI_File_iwrite_at_all, 611
TRAMPOLINE MPI_File_iwrite_at_all_c, 612
TRAMPOLINE PMPI_File_iwrite_at_all_c, 613
TRAMPOLINE MPI_File_iwrite_shared, 614
TRAMPOLINE PMPI_File_iwrite_shared, 615
TRAMPOLINE MPI_File_iwrite_shared_c, 616
TRAMPOLINE PMPI_File_iwrite_shared_c, 617
TRAMPOLINE MPI_File_open, 618
TRAMPOLINE PMPI_File_open, 619
TRAMPOLINE MPI_File_read, 620
TRAMPOLINE PMPI_File_read, 621
TRAMPOLINE MPI_File_read_c, 622
TRAMPOLINE PMPI_File_read_c, 623
TRAMPOLINE MPI_File_read_all, 624
TRAMPOLINE PMPI_File_read_all, 625
TRAMPOLINE MPI_File_read_all_c, 626
TRAMPOLINE PMPI_File_read_all_c, 627
TRAMPOLINE MPI_File_read_all_begin, 628
TRAMPOLINE PMPI_File_read_all_begin, 629
TRAMPOLINE MPI_File_read_all_begin_c, 630
TRAMPOLINE PMPI_File_read_all_begin_c, 631
TRAMPOLINE MPI_File_read_all_end, 632
TRAMPOLINE PMPI_File_read_all_end, 633
TRAMPOLINE MPI_File_read_at, 634
TRAMPOLINE PMPI_File_read_at, 635
TRAMPOLINE MPI_File_read_at_c, 636
TRAMPOLINE PMPI_File_read_at_c, 637
TRAMPOLINE MPI_File_read_at_all, 638
TRAMPOLINE PMPI_File_read_at_all, 639
TRAMPOLINE MPI_File_read_at_all_c, 640
TRAMPOLINE PMPI_File_read_at_all_c, 641
TRAMPOLINE MPI_File_read_at_all_begin, 642
TRAMPOLINE PMPI_File_read_at_all_begin, 643
TRAMPOLINE MPI_File_read_at_all_begin_c, 644
TRAMPOLINE PMPI_File_read_at_all_begin_c, 645
TRAMPOLINE MPI_File_read_at_all_end, 646
TRAMPOLINE PMPI_File_read_at_all_end, 647
TRAMPOLINE MPI_File_read_ordered, 648
TRAMPOLINE PMPI_File_read_ordered, 649
TRAMPOLINE MPI_File_read_ordered_c, 650
TRAMPOLINE PMPI_File_read_ordered_c, 651
TRAMPOLINE MPI_File_read_ordered_begin, 652
TRAMPOLINE PMPI_File_read_ordered_begin, 653
TRAMPOLINE MPI_File_read_ordered_begin_c, 654
TRAMPOLINE PMPI_File_read_ordered_begin_c, 655
TRAMPOLINE MPI_File_read_ordered_end, 656
TRAMPOLINE PMPI_File_read_ordered_end, 657
TRAMPOLINE MPI_File_read_shared, 658
TRAMPOLINE PMPI_File_read_shared, 659
TRAMPOLINE MPI_File_read_shared_c, 660
TRAMPOLINE PMPI_File_read_shared_c, 661
TRAMPOLINE MPI_File_write, 662
TRAMPOLINE PMPI_File_write, 663
TRAMPOLINE MPI_File_write_c, 664
TRAMPOLINE PMPI_File_write_c, 665
TRAMPOLINE MPI_File_write_all, 666
TRAMPOLINE PMPI_File_write_all, 667
TRAMPOLINE MPI_File_write_all_c, 668
TRAMPOLINE PMPI_File_write_all_c, 669
TRAMPOLINE MPI_File_write_all_begin, 670
TRAMPOLINE PMPI_File_write_all_begin, 671
TRAMPOLINE MPI_File_write_all_begin_c, 672
TRAMPOLINE PMPI_File_write_all_begin_c, 673
TRAMPOLINE MPI_File_write_all_end, 674
TRAMPOLINE PMPI_File_write_all_end, 675
TRAMPOLINE MPI_File_write_at, 676
TRAMPOLINE PMPI_File_write_at, 677
TRAMPOLINE MPI_File_write_at_c, 678
TRAMPOLINE PMPI_File_write_at_c, 679
TRAMPOLINE MPI_File_write_at_all, 680
TRAMPOLINE PMPI_File_write_at_all, 681
TRAMPOLINE MPI_File_write_at_all_c, 682
TRAMPOLINE PMPI_File_write_at_all_c, 683
TRAMPOLINE MPI_File_write_at_all_begin, 684
TRAMPOLINE PMPI_File_write_at_all_begin, 685
TRAMPOLINE MPI_File_write_at_all_begin_c, 686
TRAMPOLINE PMPI_File_write_at_all_begin_c, 687
TRAMPOLINE MPI_File_write_at_all_end, 688
TRAMPOLINE PMPI_File_write_at_all_end, 689
TRAMPOLINE MPI_File_write_ordered, 690
TRAMPOLINE PMPI_File_write_ordered, 691
TRAMPOLINE MPI_File_write_ordered_c, 692
TRAMPOLINE PMPI_File_write_ordered_c, 693
TRAMPOLINE MPI_File_write_ordered_begin, 694
TRAMPOLINE PMPI_File_write_ordered_begin, 695
TRAMPOLINE MPI_File_write_ordered_begin_c, 696
TRAMPOLINE PMPI_File_write_ordered_begin_c, 697
TRAMPOLINE MPI_File_write_ordered_end, 698
TRAMPOLINE PMPI_File_write_ordered_end, 699
TRAMPOLINE MPI_File_write_shared, 700
TRAMPOLINE PMPI_File_write_shared, 701
TRAMPOLINE MPI_File_write_shared_c, 702
TRAMPOLINE PMPI_File_write_shared_c, 703
TRAMPOLINE MPIX_Comm_ack_failed, 704
TRAMPOLINE PMPIX_Comm_ack_failed, 705
TRAMPOLINE MPIX_Comm_agree, 706
TRAMPOLINE PMPIX_Comm_agree, 707
TRAMPOLINE MPIX_Comm_failure_ack, 708
TRAMPOLINE PMPIX_Comm_failure_ack, 709
TRAMPOLINE MPIX_Comm_failure_get_acked, 710
TRAMPOLINE PMPIX_Comm_failure_get_acked, 711
TRAMPOLINE MPIX_Comm_get_failed, 712
TRAMPOLINE PMPIX_Comm_get_failed, 713
TRAMPOLINE MPIX_Comm_iagree, 714
TRAMPOLINE PMPIX_Comm_iagree, 715
TRAMPOLINE MPIX_Comm_is_revoked, 716
TRAMPOLINE PMPIX_Comm_is_revoked, 717
TRAMPOLINE MPIX_Comm_revoke, 718
TRAMPOLINE PMPIX_Comm_revoke, 719
TRAMPOLINE MPIX_Stream_irecv, 720
TRAMPOLINE PMPIX_Stream_irecv, 721
TRAMPOLINE MPIX_Stream_irecv_c, 722
TRAMPOLINE PMPIX_Stream_irecv_c, 723
TRAMPOLINE MPIX_Stream_isend, 724
TRAMPOLINE PMPIX_Stream_isend, 725
TRAMPOLINE MPIX_Stream_isend_c, 726
TRAMPOLINE PMPIX_Stream_isend_c, 727
TRAMPOLINE MPIX_Stream_recv, 728
TRAMPOLINE PMPIX_Stream_recv, 729
TRAMPOLINE MPIX_Stream_recv_c, 730
TRAMPOLINE PMPIX_Stream_recv_c, 731
TRAMPOLINE MPIX_Stream_send, 732
TRAMPOLINE PMPIX_Stream_send, 733
TRAMPOLINE MPIX_Stream_send_c, 734
TRAMPOLINE PMPIX_Stream_send_c, 735
TRAMPOLINE MPI_Alloc_mem, 736
TRAMPOLINE PMPI_Alloc_mem, 737
TRAMPOLINE MPI_Buffer_attach, 738
TRAMPOLINE PMPI_Buffer_attach, 739
TRAMPOLINE MPI_Buffer_attach_c, 740
TRAMPOLINE PMPI_Buffer_attach_c, 741
TRAMPOLINE MPI_Buffer_detach, 742
TRAMPOLINE PMPI_Buffer_detach, 743
TRAMPOLINE MPI_Buffer_detach_c, 744
TRAMPOLINE PMPI_Buffer_detach_c, 745
TRAMPOLINE MPI_Buffer_flush, 746
TRAMPOLINE PMPI_Buffer_flush, 747
TRAMPOLINE MPI_Buffer_iflush, 748
TRAMPOLINE PMPI_Buffer_iflush, 749
TRAMPOLINE MPI_Cancel, 750
TRAMPOLINE PMPI_Cancel, 751
TRAMPOLINE MPI_Cart_coords, 752
TRAMPOLINE PMPI_Cart_coords, 753
TRAMPOLINE MPI_Cart_get, 754
TRAMPOLINE PMPI_Cart_get, 755
TRAMPOLINE MPI_Cart_map, 756
TRAMPOLINE PMPI_Cart_map, 757
TRAMPOLINE MPI_Cart_rank, 758
TRAMPOLINE PMPI_Cart_rank, 759
TRAMPOLINE MPI_Cart_shift, 760
TRAMPOLINE PMPI_Cart_shift, 761
TRAMPOLINE MPI_Cartdim_get, 762
TRAMPOLINE PMPI_Cartdim_get, 763
TRAMPOLINE MPI_Close_port, 764
TRAMPOLINE PMPI_Close_port, 765
TRAMPOLINE MPI_Comm_compare, 766
TRAMPOLINE PMPI_Comm_compare, 767
TRAMPOLINE MPI_Comm_get_info, 768
TRAMPOLINE PMPI_Comm_get_info, 769
TRAMPOLINE MPI_Comm_get_name, 770
TRAMPOLINE PMPI_Comm_get_name, 771
TRAMPOLINE MPI_Comm_get_parent, 772
TRAMPOLINE PMPI_Comm_get_parent, 773
TRAMPOLINE MPI_Comm_group, 774
TRAMPOLINE PMPI_Comm_group, 775
TRAMPOLINE MPI_Comm_get_attr, 776
TRAMPOLINE PMPI_Comm_get_attr, 777
TRAMPOLINE MPI_Query_thread, 778
TRAMPOLINE PMPI_Query_thread, 779
TRAMPOLINE MPI_Comm_set_errhandler, 780
TRAMPOLINE PMPI_Comm_set_errhandler, 781
TRAMPOLINE MPI_Comm_attach_buffer, 782
TRAMPOLINE PMPI_Comm_attach_buffer, 783
TRAMPOLINE MPI_Comm_attach_buffer_c, 784
TRAMPOLINE PMPI_Comm_attach_buffer_c, 785
TRAMPOLINE MPI_Comm_call_errhandler, 786
TRAMPOLINE PMPI_Comm_call_errhandler, 787
TRAMPOLINE MPI_Comm_detach_buffer, 788
TRAMPOLINE PMPI_Comm_detach_buffer, 789
TRAMPOLINE MPI_Comm_detach_buffer_c, 790
TRAMPOLINE PMPI_Comm_detach_buffer_c, 791
TRAMPOLINE MPI_Comm_flush_buffer, 792
TRAMPOLINE PMPI_Comm_flush_buffer, 793
TRAMPOLINE MPI_Comm_iflush_buffer, 794
TRAMPOLINE PMPI_Comm_iflush_buffer, 795
TRAMPOLINE MPI_Comm_get_errhandler, 796
TRAMPOLINE PMPI_Comm_get_errhandler, 797
TRAMPOLINE MPI_Errhandler_free, 798
TRAMPOLINE PMPI_Errhandler_free, 799
TRAMPOLINE MPI_Comm_rank, 800
TRAMPOLINE PMPI_Comm_rank, 801
TRAMPOLINE MPI_Comm_remote_group, 802
TRAMPOLINE PMPI_Comm_remote_group, 803
TRAMPOLINE MPI_Comm_remote_size, 804
TRAMPOLINE PMPI_Comm_remote_size, 805
TRAMPOLINE MPI_Comm_set_info, 806
TRAMPOLINE PMPI_Comm_set_info, 807
TRAMPOLINE MPI_Comm_set_name, 808
TRAMPOLINE PMPI_Comm_set_name, 809
TRAMPOLINE MPI_Comm_size, 810
TRAMPOLINE PMPI_Comm_size, 811
TRAMPOLINE MPI_Comm_test_inter, 812
TRAMPOLINE PMPI_Comm_test_inter, 813
TRAMPOLINE MPI_Dims_create, 814
TRAMPOLINE PMPI_Dims_create, 815
TRAMPOLINE MPI_Dist_graph_neighbors, 816
TRAMPOLINE PMPI_Dist_graph_neighbors, 817
TRAMPOLINE MPI_Dist_graph_neighbors_count, 818
TRAMPOLINE PMPI_Dist_graph_neighbors_count, 819
TRAMPOLINE MPI_File_delete, 820
TRAMPOLINE PMPI_File_delete, 821
TRAMPOLINE MPI_File_get_amode, 822
TRAMPOLINE PMPI_File_get_amode, 823
TRAMPOLINE MPI_File_get_atomicity, 824
TRAMPOLINE PMPI_File_get_atomicity, 825
TRAMPOLINE MPI_File_get_byte_offset, 826
TRAMPOLINE PMPI_File_get_byte_offset, 827
TRAMPOLINE MPI_File_get_group, 828
TRAMPOLINE PMPI_File_get_group, 829
TRAMPOLINE MPI_File_get_info, 830
TRAMPOLINE PMPI_File_get_info, 831
TRAMPOLINE MPI_File_get_position, 832
TRAMPOLINE PMPI_File_get_position, 833
TRAMPOLINE MPI_File_get_position_shared, 834
TRAMPOLINE PMPI_File_get_position_shared, 835
TRAMPOLINE MPI_File_get_size, 836
TRAMPOLINE PMPI_File_get_size, 837
TRAMPOLINE MPI_File_get_type_extent, 838
TRAMPOLINE PMPI_File_get_type_extent, 839
TRAMPOLINE MPI_File_get_type_extent_c, 840
TRAMPOLINE PMPI_File_get_type_extent_c, 841
TRAMPOLINE MPI_File_get_view, 842
TRAMPOLINE PMPI_File_get_view, 843
TRAMPOLINE MPI_File_preallocate, 844
TRAMPOLINE PMPI_File_preallocate, 845
TRAMPOLINE MPI_File_seek, 846
TRAMPOLINE PMPI_File_seek, 847
TRAMPOLINE MPI_File_seek_shared, 848
TRAMPOLINE PMPI_File_seek_shared, 849
TRAMPOLINE MPI_File_set_atomicity, 850
TRAMPOLINE PMPI_File_set_atomicity, 851
TRAMPOLINE MPI_File_set_info, 852
TRAMPOLINE PMPI_File_set_info, 853
TRAMPOLINE MPI_File_set_size, 854
TRAMPOLINE PMPI_File_set_size, 855
TRAMPOLINE MPI_File_set_view, 856
TRAMPOLINE PMPI_File_set_view, 857
TRAMPOLINE MPI_File_sync, 858
TRAMPOLINE PMPI_File_sync, 859
TRAMPOLINE MPI_Free_mem, 860
TRAMPOLINE PMPI_Free_mem, 861
TRAMPOLINE MPI_Get_count, 862
TRAMPOLINE PMPI_Get_count, 863
TRAMPOLINE MPI_Get_count_c, 864
TRAMPOLINE PMPI_Get_count_c, 865
TRAMPOLINE MPI_Get_elements, 866
TRAMPOLINE PMPI_Get_elements, 867
TRAMPOLINE MPI_Get_elements_c, 868
TRAMPOLINE PMPI_Get_elements_c, 869
TRAMPOLINE MPI_Get_elements_x, 870
TRAMPOLINE PMPI_Get_elements_x, 871
TRAMPOLINE MPI_Get_processor_name, 872
TRAMPOLINE PMPI_Get_processor_name, 873
TRAMPOLINE MPI_Get_hw_resource_info, 874
TRAMPOLINE PMPI_Get_hw_resource_info, 875
TRAMPOLINE MPI_Graph_get, 876
TRAMPOLINE PMPI_Graph_get, 877
TRAMPOLINE MPI_Graph_map, 878
TRAMPOLINE PMPI_Graph_map, 879
TRAMPOLINE MPI_Graph_neighbors, 880
TRAMPOLINE PMPI_Graph_neighbors, 881
TRAMPOLINE MPI_Graph_neighbors_count, 882
TRAMPOLINE PMPI_Graph_neighbors_count, 883
TRAMPOLINE MPI_Graphdims_get, 884
TRAMPOLINE PMPI_Graphdims_get, 885
TRAMPOLINE MPI_Grequest_complete, 886
TRAMPOLINE PMPI_Grequest_complete, 887
TRAMPOLINE MPI_Group_compare, 888
TRAMPOLINE PMPI_Group_compare, 889
TRAMPOLINE MPI_Group_difference, 890
TRAMPOLINE PMPI_Group_difference, 891
TRAMPOLINE MPI_Group_excl, 892
TRAMPOLINE PMPI_Group_excl, 893
TRAMPOLINE MPI_Group_free, 894
TRAMPOLINE PMPI_Group_free, 895
TRAMPOLINE MPI_Group_from_session_pset, 896
TRAMPOLINE PMPI_Group_from_session_pset, 897
TRAMPOLINE MPI_Group_incl, 898
TRAMPOLINE PMPI_Group_incl, 899
TRAMPOLINE MPI_Group_intersection, 900
TRAMPOLINE PMPI_Group_intersection, 901
TRAMPOLINE MPI_Group_range_excl, 902
TRAMPOLINE PMPI_Group_range_excl, 903
TRAMPOLINE MPI_Group_range_incl, 904
TRAMPOLINE PMPI_Group_range_incl, 905
TRAMPOLINE MPI_Group_rank, 906
TRAMPOLINE PMPI_Group_rank, 907
TRAMPOLINE MPI_Group_size, 908
TRAMPOLINE PMPI_Group_size, 909
TRAMPOLINE MPI_Group_translate_ranks, 910
TRAMPOLINE PMPI_Group_translate_ranks, 911
TRAMPOLINE MPI_Group_union, 912
TRAMPOLINE PMPI_Group_union, 913
TRAMPOLINE MPI_Info_create, 914
TRAMPOLINE PMPI_Info_create, 915
TRAMPOLINE MPI_Info_create_env, 916
TRAMPOLINE PMPI_Info_create_env, 917
TRAMPOLINE MPI_Info_delete, 918
TRAMPOLINE PMPI_Info_delete, 919
TRAMPOLINE MPI_Info_dup, 920
TRAMPOLINE PMPI_Info_dup, 921
TRAMPOLINE MPI_Info_free, 922
TRAMPOLINE PMPI_Info_free, 923
TRAMPOLINE MPI_Info_get, 924
TRAMPOLINE PMPI_Info_get, 925
TRAMPOLINE MPI_Info_get_nkeys, 926
TRAMPOLINE PMPI_Info_get_nkeys, 927
TRAMPOLINE MPI_Info_get_nthkey, 928
TRAMPOLINE PMPI_Info_get_nthkey, 929
TRAMPOLINE MPI_Info_get_string, 930
TRAMPOLINE PMPI_Info_get_string, 931
TRAMPOLINE MPI_Info_get_valuelen, 932
TRAMPOLINE PMPI_Info_get_valuelen, 933
TRAMPOLINE MPI_Info_set, 934
TRAMPOLINE PMPI_Info_set, 935
TRAMPOLINE MPI_Keyval_free, 936
TRAMPOLINE PMPI_Keyval_free, 937
TRAMPOLINE MPI_Lookup_name, 938
TRAMPOLINE PMPI_Lookup_name, 939
TRAMPOLINE MPI_Op_commutative, 940
TRAMPOLINE PMPI_Op_commutative, 941
TRAMPOLINE MPI_Op_free, 942
TRAMPOLINE PMPI_Op_free, 943
TRAMPOLINE MPI_Open_port, 944
TRAMPOLINE PMPI_Open_port, 945
TRAMPOLINE MPI_Pack, 946
TRAMPOLINE PMPI_Pack, 947
TRAMPOLINE MPI_Pack_c, 948
TRAMPOLINE PMPI_Pack_c, 949
TRAMPOLINE MPI_Pack_external, 950
TRAMPOLINE PMPI_Pack_external, 951
TRAMPOLINE MPI_Pack_external_c, 952
TRAMPOLINE PMPI_Pack_external_c, 953
TRAMPOLINE MPI_Pack_external_size, 954
TRAMPOLINE PMPI_Pack_external_size, 955
TRAMPOLINE MPI_Pack_external_size_c, 956
TRAMPOLINE PMPI_Pack_external_size_c, 957
TRAMPOLINE MPI_Pack_size, 958
TRAMPOLINE PMPI_Pack_size, 959
TRAMPOLINE MPI_Pack_size_c, 960
TRAMPOLINE PMPI_Pack_size_c, 961
TRAMPOLINE MPI_Parrived, 962
TRAMPOLINE PMPI_Parrived, 963
TRAMPOLINE MPI_Pready, 964
TRAMPOLINE PMPI_Pready, 965
TRAMPOLINE MPI_Pready_list, 966
TRAMPOLINE PMPI_Pready_list, 967
TRAMPOLINE MPI_Pready_range, 968
TRAMPOLINE PMPI_Pready_range, 969
TRAMPOLINE MPI_Publish_name, 970
TRAMPOLINE PMPI_Publish_name, 971
TRAMPOLINE MPI_Reduce_local, 972
TRAMPOLINE PMPI_Reduce_local, 973
TRAMPOLINE MPI_Reduce_local_c, 974
TRAMPOLINE PMPI_Reduce_local_c, 975
TRAMPOLINE MPIX_Request_is_complete, 976
TRAMPOLINE PMPIX_Request_is_complete, 977
TRAMPOLINE MPI_Request_get_status, 978
TRAMPOLINE PMPI_Request_get_status, 979
TRAMPOLINE MPI_Request_get_status_all, 980
TRAMPOLINE PMPI_Request_get_status_all, 981
TRAMPOLINE MPI_Request_get_status_any, 982
TRAMPOLINE PMPI_Request_get_status_any, 983
TRAMPOLINE MPI_Request_get_status_some, 984
TRAMPOLINE PMPI_Request_get_status_some, 985
TRAMPOLINE MPI_Session_attach_buffer, 986
TRAMPOLINE PMPI_Session_attach_buffer, 987
TRAMPOLINE MPI_Session_attach_buffer_c, 988
TRAMPOLINE PMPI_Session_attach_buffer_c, 989
TRAMPOLINE MPI_Session_detach_buffer, 990
TRAMPOLINE PMPI_Session_detach_buffer, 991
TRAMPOLINE MPI_Session_detach_buffer_c, 992
TRAMPOLINE PMPI_Session_detach_buffer_c, 993
TRAMPOLINE MPI_Session_flush_buffer, 994
TRAMPOLINE PMPI_Session_flush_buffer, 995
TRAMPOLINE MPI_Session_get_info, 996
TRAMPOLINE PMPI_Session_get_info, 997
TRAMPOLINE MPI_Session_get_nth_pset, 998
TRAMPOLINE PMPI_Session_get_nth_pset, 999
TRAMPOLINE MPI_Session_get_num_psets, 1000
TRAMPOLINE PMPI_Session_get_num_psets, 1001
TRAMPOLINE MPI_Session_get_pset_info, 1002
TRAMPOLINE PMPI_Session_get_pset_info, 1003
TRAMPOLINE MPI_Session_iflush_buffer, 1004
TRAMPOLINE PMPI_Session_iflush_buffer, 1005
TRAMPOLINE MPI_Session_set_info, 1006
TRAMPOLINE PMPI_Session_set_info, 1007
TRAMPOLINE MPI_Status_get_error, 1008
TRAMPOLINE PMPI_Status_get_error, 1009
TRAMPOLINE MPI_Status_get_source, 1010
TRAMPOLINE PMPI_Status_get_source, 1011
TRAMPOLINE MPI_Status_get_tag, 1012
TRAMPOLINE PMPI_Status_get_tag, 1013
TRAMPOLINE MPI_Status_set_cancelled, 1014
TRAMPOLINE PMPI_Status_set_cancelled, 1015
TRAMPOLINE MPI_Status_set_elements, 1016
TRAMPOLINE PMPI_Status_set_elements, 1017
TRAMPOLINE MPI_Status_set_elements_c, 1018
TRAMPOLINE PMPI_Status_set_elements_c, 1019
TRAMPOLINE MPI_Status_set_elements_x, 1020
TRAMPOLINE PMPI_Status_set_elements_x, 1021
TRAMPOLINE MPI_Status_set_error, 1022
TRAMPOLINE PMPI_Status_set_error, 1023
TRAMPOLINE MPI_Status_set_source, 1024
TRAMPOLINE PMPI_Status_set_source, 1025
TRAMPOLINE MPI_Status_set_tag, 1026
TRAMPOLINE PMPI_Status_set_tag, 1027
TRAMPOLINE MPI_Test_cancelled, 1028
TRAMPOLINE PMPI_Test_cancelled, 1029
TRAMPOLINE MPI_Topo_test, 1030
TRAMPOLINE PMPI_Topo_test, 1031
TRAMPOLINE MPI_Type_commit, 1032
TRAMPOLINE PMPI_Type_commit, 1033
TRAMPOLINE MPI_Type_contiguous, 1034
TRAMPOLINE PMPI_Type_contiguous, 1035
TRAMPOLINE MPI_Type_contiguous_c, 1036
TRAMPOLINE PMPI_Type_contiguous_c, 1037
TRAMPOLINE MPI_Type_create_darray, 1038
TRAMPOLINE PMPI_Type_create_darray, 1039
TRAMPOLINE MPI_Type_create_darray_c, 1040
TRAMPOLINE PMPI_Type_create_darray_c, 1041
TRAMPOLINE MPI_Type_create_f90_complex, 1042
TRAMPOLINE PMPI_Type_create_f90_complex, 1043
TRAMPOLINE MPI_Type_create_f90_integer, 1044
TRAMPOLINE PMPI_Type_create_f90_integer, 1045
TRAMPOLINE MPI_Type_create_f90_real, 1046
TRAMPOLINE PMPI_Type_create_f90_real, 1047
TRAMPOLINE MPI_Type_create_hindexed, 1048
TRAMPOLINE PMPI_Type_create_hindexed, 1049
TRAMPOLINE MPI_Type_create_hindexed_c, 1050
TRAMPOLINE PMPI_Type_create_hindexed_c, 1051
TRAMPOLINE MPI_Type_create_hindexed_block, 1052
TRAMPOLINE PMPI_Type_create_hindexed_block, 1053
TRAMPOLINE MPI_Type_create_hindexed_block_c, 1054
TRAMPOLINE PMPI_Type_create_hindexed_block_c, 1055
TRAMPOLINE MPI_Type_create_hvector, 1056
TRAMPOLINE PMPI_Type_create_hvector, 1057
TRAMPOLINE MPI_Type_create_hvector_c, 1058
TRAMPOLINE PMPI_Type_create_hvector_c, 1059
TRAMPOLINE MPI_Type_create_indexed_block, 1060
TRAMPOLINE PMPI_Type_create_indexed_block, 1061
TRAMPOLINE MPI_Type_create_indexed_block_c, 1062
TRAMPOLINE PMPI_Type_create_indexed_block_c, 1063
TRAMPOLINE MPI_Type_create_resized, 1064
TRAMPOLINE PMPI_Type_create_resized, 1065
TRAMPOLINE MPI_Type_create_resized_c, 1066
TRAMPOLINE PMPI_Type_create_resized_c, 1067
TRAMPOLINE MPI_Type_create_struct, 1068
TRAMPOLINE PMPI_Type_create_struct, 1069
TRAMPOLINE MPI_Type_create_struct_c, 1070
TRAMPOLINE PMPI_Type_create_struct_c, 1071
TRAMPOLINE MPI_Type_create_subarray, 1072
TRAMPOLINE PMPI_Type_create_subarray, 1073
TRAMPOLINE MPI_Type_create_subarray_c, 1074
TRAMPOLINE PMPI_Type_create_subarray_c, 1075
TRAMPOLINE MPI_Type_dup, 1076
TRAMPOLINE PMPI_Type_dup, 1077
TRAMPOLINE MPI_Type_free, 1078
TRAMPOLINE PMPI_Type_free, 1079
TRAMPOLINE MPI_Type_get_contents_c, 1080
TRAMPOLINE PMPI_Type_get_contents_c, 1081
TRAMPOLINE MPI_Type_get_contents, 1082
TRAMPOLINE PMPI_Type_get_contents, 1083
TRAMPOLINE MPI_Type_get_envelope_c, 1084
TRAMPOLINE PMPI_Type_get_envelope_c, 1085
TRAMPOLINE MPI_Type_get_envelope, 1086
TRAMPOLINE PMPI_Type_get_envelope, 1087
TRAMPOLINE MPI_Type_get_extent, 1088
TRAMPOLINE PMPI_Type_get_extent, 1089
TRAMPOLINE MPI_Type_get_extent_c, 1090
TRAMPOLINE PMPI_Type_get_extent_c, 1091
TRAMPOLINE MPI_Type_get_extent_x, 1092
TRAMPOLINE PMPI_Type_get_extent_x, 1093
TRAMPOLINE MPI_Type_get_name, 1094
TRAMPOLINE PMPI_Type_get_name, 1095
TRAMPOLINE MPI_Type_get_true_extent, 1096
TRAMPOLINE PMPI_Type_get_true_extent, 1097
TRAMPOLINE MPI_Type_get_true_extent_c, 1098
TRAMPOLINE PMPI_Type_get_true_extent_c, 1099
TRAMPOLINE MPI_Type_get_true_extent_x, 1100
TRAMPOLINE PMPI_Type_get_true_extent_x, 1101
TRAMPOLINE MPI_Type_get_value_index, 1102
TRAMPOLINE PMPI_Type_get_value_index, 1103
TRAMPOLINE MPI_Type_indexed, 1104
TRAMPOLINE PMPI_Type_indexed, 1105
TRAMPOLINE MPI_Type_indexed_c, 1106
TRAMPOLINE PMPI_Type_indexed_c, 1107
TRAMPOLINE MPI_Type_match_size, 1108
TRAMPOLINE PMPI_Type_match_size, 1109
TRAMPOLINE MPI_Type_set_name, 1110
TRAMPOLINE PMPI_Type_set_name, 1111
TRAMPOLINE MPI_Type_size, 1112
TRAMPOLINE PMPI_Type_size, 1113
TRAMPOLINE MPI_Type_size_c, 1114
TRAMPOLINE PMPI_Type_size_c, 1115
TRAMPOLINE MPI_Type_size_x, 1116
TRAMPOLINE PMPI_Type_size_x, 1117
TRAMPOLINE MPI_Type_vector, 1118
TRAMPOLINE PMPI_Type_vector, 1119
TRAMPOLINE MPI_Type_vector_c, 1120
TRAMPOLINE PMPI_Type_vector_c, 1121
TRAMPOLINE MPI_Unpack, 1122
TRAMPOLINE PMPI_Unpack, 1123
TRAMPOLINE MPI_Unpack_c, 1124
TRAMPOLINE PMPI_Unpack_c, 1125
TRAMPOLINE MPI_Unpack_external, 1126
TRAMPOLINE PMPI_Unpack_external, 1127
TRAMPOLINE MPI_Unpack_external_c, 1128
TRAMPOLINE PMPI_Unpack_external_c, 1129
TRAMPOLINE MPI_Unpublish_name, 1130
TRAMPOLINE PMPI_Unpublish_name, 1131
TRAMPOLINE MPI_Win_attach, 1132
TRAMPOLINE PMPI_Win_attach, 1133
TRAMPOLINE MPI_Win_detach, 1134
TRAMPOLINE PMPI_Win_detach, 1135
TRAMPOLINE MPI_Win_get_group, 1136
TRAMPOLINE PMPI_Win_get_group, 1137
TRAMPOLINE MPI_Win_get_info, 1138
TRAMPOLINE PMPI_Win_get_info, 1139
TRAMPOLINE MPI_Win_get_name, 1140
TRAMPOLINE PMPI_Win_get_name, 1141
TRAMPOLINE MPI_Win_set_info, 1142
TRAMPOLINE PMPI_Win_set_info, 1143
TRAMPOLINE MPI_Win_set_name, 1144
TRAMPOLINE PMPI_Win_set_name, 1145
TRAMPOLINE MPI_Win_shared_query, 1146
TRAMPOLINE PMPI_Win_shared_query, 1147
TRAMPOLINE MPI_Win_shared_query_c, 1148
TRAMPOLINE PMPI_Win_shared_query_c, 1149
TRAMPOLINE MPIX_Allreduce_enqueue, 1150
TRAMPOLINE PMPIX_Allreduce_enqueue, 1151
TRAMPOLINE MPIX_Allreduce_enqueue_c, 1152
TRAMPOLINE PMPIX_Allreduce_enqueue_c, 1153
TRAMPOLINE MPIX_Async_get_state, 1154
TRAMPOLINE PMPIX_Async_get_state, 1155
TRAMPOLINE MPIX_Async_spawn, 1156
TRAMPOLINE PMPIX_Async_spawn, 1157
TRAMPOLINE MPIX_Async_start, 1158
TRAMPOLINE PMPIX_Async_start, 1159
TRAMPOLINE MPIX_Comm_create_errhandler_x, 1160
TRAMPOLINE PMPIX_Comm_create_errhandler_x, 1161
TRAMPOLINE MPIX_Comm_get_stream, 1162
TRAMPOLINE PMPIX_Comm_get_stream, 1163
TRAMPOLINE MPIX_Comm_test_threadcomm, 1164
TRAMPOLINE PMPIX_Comm_test_threadcomm, 1165
TRAMPOLINE MPIX_Delete_error_class, 1166
TRAMPOLINE PMPIX_Delete_error_class, 1167
TRAMPOLINE MPIX_Delete_error_code, 1168
TRAMPOLINE PMPIX_Delete_error_code, 1169
TRAMPOLINE MPIX_Delete_error_string, 1170
TRAMPOLINE PMPIX_Delete_error_string, 1171
TRAMPOLINE MPIX_File_create_errhandler_x, 1172
TRAMPOLINE PMPIX_File_create_errhandler_x, 1173
TRAMPOLINE MPIX_GPU_query_support, 1174
TRAMPOLINE PMPIX_GPU_query_support, 1175
TRAMPOLINE MPIX_Grequest_class_allocate, 1176
TRAMPOLINE PMPIX_Grequest_class_allocate, 1177
TRAMPOLINE MPIX_Grequest_class_create, 1178
TRAMPOLINE PMPIX_Grequest_class_create, 1179
TRAMPOLINE MPIX_Grequest_start, 1180
TRAMPOLINE PMPIX_Grequest_start, 1181
TRAMPOLINE MPIX_Info_set_hex, 1182
TRAMPOLINE PMPIX_Info_set_hex, 1183
TRAMPOLINE MPIX_Irecv_enqueue, 1184
TRAMPOLINE PMPIX_Irecv_enqueue, 1185
TRAMPOLINE MPIX_Irecv_enqueue_c, 1186
TRAMPOLINE PMPIX_Irecv_enqueue_c, 1187
TRAMPOLINE MPIX_Isend_enqueue, 1188
TRAMPOLINE PMPIX_Isend_enqueue, 1189
TRAMPOLINE MPIX_Isend_enqueue_c, 1190
TRAMPOLINE PMPIX_Isend_enqueue_c, 1191
TRAMPOLINE MPIX_Op_create_x, 1192
TRAMPOLINE PMPIX_Op_create_x, 1193
TRAMPOLINE MPIX_Query_cuda_support, 1194
TRAMPOLINE PMPIX_Query_cuda_support, 1195
TRAMPOLINE MPIX_Query_hip_support, 1196
TRAMPOLINE PMPIX_Query_hip_support, 1197
TRAMPOLINE MPIX_Query_rocm_support, 1198
TRAMPOLINE PMPIX_Query_rocm_support, 1199
TRAMPOLINE MPIX_Query_ze_support, 1200
TRAMPOLINE PMPIX_Query_ze_support, 1201
TRAMPOLINE MPIX_Recv_enqueue, 1202
TRAMPOLINE PMPIX_Recv_enqueue, 1203
TRAMPOLINE MPIX_Recv_enqueue_c, 1204
TRAMPOLINE PMPIX_Recv_enqueue_c, 1205
TRAMPOLINE MPIX_Send_enqueue, 1206
TRAMPOLINE PMPIX_Send_enqueue, 1207
TRAMPOLINE MPIX_Send_enqueue_c, 1208
TRAMPOLINE PMPIX_Send_enqueue_c, 1209
TRAMPOLINE MPIX_Session_create_errhandler_x, 1210
TRAMPOLINE PMPIX_Session_create_errhandler_x, 1211
TRAMPOLINE MPIX_Start_progress_thread, 1212
TRAMPOLINE PMPIX_Start_progress_thread, 1213
TRAMPOLINE MPIX_Stop_progress_thread, 1214
TRAMPOLINE PMPIX_Stop_progress_thread, 1215
TRAMPOLINE MPIX_Stream_create, 1216
TRAMPOLINE PMPIX_Stream_create, 1217
TRAMPOLINE MPIX_Stream_free, 1218
TRAMPOLINE PMPIX_Stream_free, 1219
TRAMPOLINE MPIX_Stream_progress, 1220
TRAMPOLINE PMPIX_Stream_progress, 1221
TRAMPOLINE MPIX_Threadcomm_finish, 1222
TRAMPOLINE PMPIX_Threadcomm_finish, 1223
TRAMPOLINE MPIX_Threadcomm_start, 1224
TRAMPOLINE PMPIX_Threadcomm_start, 1225
TRAMPOLINE MPIX_Type_iov, 1226
TRAMPOLINE PMPIX_Type_iov, 1227
TRAMPOLINE MPIX_Type_iov_len, 1228
TRAMPOLINE PMPIX_Type_iov_len, 1229
TRAMPOLINE MPIX_Wait_enqueue, 1230
TRAMPOLINE PMPIX_Wait_enqueue, 1231
TRAMPOLINE MPIX_Waitall_enqueue, 1232
TRAMPOLINE PMPIX_Waitall_enqueue, 1233
TRAMPOLINE MPIX_Win_create_errhandler_x, 1234
TRAMPOLINE PMPIX_Win_create_errhandler_x, 1235
TRAMPOLINE MPI_AINT_ADD_F90, 1236
TRAMPOLINE PMPI_AINT_ADD_F90, 1237
TRAMPOLINE MPI_AINT_DIFF_F90, 1238
TRAMPOLINE PMPI_AINT_DIFF_F90, 1239
TRAMPOLINE MPI_Abi_get_fortran_booleans, 1240
TRAMPOLINE PMPI_Abi_get_fortran_booleans, 1241
TRAMPOLINE MPI_Abi_get_fortran_info, 1242
TRAMPOLINE PMPI_Abi_get_fortran_info, 1243
TRAMPOLINE MPI_Abi_get_info, 1244
TRAMPOLINE PMPI_Abi_get_info, 1245
TRAMPOLINE MPI_Abi_get_version, 1246
TRAMPOLINE PMPI_Abi_get_version, 1247
TRAMPOLINE MPI_Abi_set_fortran_booleans, 1248
TRAMPOLINE PMPI_Abi_set_fortran_booleans, 1249
TRAMPOLINE MPI_Abi_set_fortran_info, 1250
TRAMPOLINE PMPI_Abi_set_fortran_info, 1251
TRAMPOLINE MPI_Add_error_class, 1252
TRAMPOLINE PMPI_Add_error_class, 1253
TRAMPOLINE MPI_Add_error_code, 1254
TRAMPOLINE PMPI_Add_error_code, 1255
TRAMPOLINE MPI_Add_error_string, 1256
TRAMPOLINE PMPI_Add_error_string, 1257
TRAMPOLINE MPI_Address, 1258
TRAMPOLINE PMPI_Address, 1259
TRAMPOLINE MPI_Aint_add, 1260
TRAMPOLINE PMPI_Aint_add, 1261
TRAMPOLINE MPI_Aint_diff, 1262
TRAMPOLINE PMPI_Aint_diff, 1263
TRAMPOLINE MPI_Attr_delete, 1264
TRAMPOLINE PMPI_Attr_delete, 1265
TRAMPOLINE MPI_Attr_get, 1266
TRAMPOLINE PMPI_Attr_get, 1267
TRAMPOLINE MPI_Attr_put, 1268
TRAMPOLINE PMPI_Attr_put, 1269
TRAMPOLINE MPI_COMM_DUP_FN, 1270
TRAMPOLINE PMPI_COMM_DUP_FN, 1271
TRAMPOLINE MPI_COMM_NULL_COPY_FN, 1272
TRAMPOLINE PMPI_COMM_NULL_COPY_FN, 1273
TRAMPOLINE MPI_COMM_NULL_DELETE_FN, 1274
TRAMPOLINE PMPI_COMM_NULL_DELETE_FN, 1275
TRAMPOLINE MPI_CONVERSION_FN_NULL, 1276
TRAMPOLINE PMPI_CONVERSION_FN_NULL, 1277
TRAMPOLINE MPI_Comm_c2f, 1278
TRAMPOLINE PMPI_Comm_c2f, 1279
TRAMPOLINE MPI_Comm_create_errhandler, 1280
TRAMPOLINE PMPI_Comm_create_errhandler, 1281
TRAMPOLINE MPI_Comm_create_keyval, 1282
TRAMPOLINE PMPI_Comm_create_keyval, 1283
TRAMPOLINE MPI_Comm_delete_attr, 1284
TRAMPOLINE PMPI_Comm_delete_attr, 1285
TRAMPOLINE MPI_Comm_f2c, 1286
TRAMPOLINE PMPI_Comm_f2c, 1287
TRAMPOLINE MPI_Comm_free_keyval, 1288
TRAMPOLINE PMPI_Comm_free_keyval, 1289
TRAMPOLINE MPI_Comm_fromint, 1290
TRAMPOLINE PMPI_Comm_fromint, 1291
TRAMPOLINE MPI_Comm_set_attr, 1292
TRAMPOLINE PMPI_Comm_set_attr, 1293
TRAMPOLINE MPI_Comm_toint, 1294
TRAMPOLINE PMPI_Comm_toint, 1295
TRAMPOLINE MPI_DUP_FN, 1296
TRAMPOLINE PMPI_DUP_FN, 1297
TRAMPOLINE MPI_Errhandler_c2f, 1298
TRAMPOLINE PMPI_Errhandler_c2f, 1299
TRAMPOLINE MPI_Errhandler_create, 1300
TRAMPOLINE PMPI_Errhandler_create, 1301
TRAMPOLINE MPI_Errhandler_f2c, 1302
TRAMPOLINE PMPI_Errhandler_f2c, 1303
TRAMPOLINE MPI_Errhandler_fromint, 1304
TRAMPOLINE PMPI_Errhandler_fromint, 1305
TRAMPOLINE MPI_Errhandler_get, 1306
TRAMPOLINE PMPI_Errhandler_get, 1307
TRAMPOLINE MPI_Errhandler_set, 1308
TRAMPOLINE PMPI_Errhandler_set, 1309
TRAMPOLINE MPI_Errhandler_toint, 1310
TRAMPOLINE PMPI_Errhandler_toint, 1311
TRAMPOLINE MPI_Error_class, 1312
TRAMPOLINE PMPI_Error_class, 1313
TRAMPOLINE MPI_Error_string, 1314
TRAMPOLINE PMPI_Error_string, 1315
TRAMPOLINE MPI_File_c2f, 1316
TRAMPOLINE PMPI_File_c2f, 1317
TRAMPOLINE MPI_File_call_errhandler, 1318
TRAMPOLINE PMPI_File_call_errhandler, 1319
TRAMPOLINE MPI_File_create_errhandler, 1320
TRAMPOLINE PMPI_File_create_errhandler, 1321
TRAMPOLINE MPI_File_f2c, 1322
TRAMPOLINE PMPI_File_f2c, 1323
TRAMPOLINE MPI_File_fromint, 1324
TRAMPOLINE PMPI_File_fromint, 1325
TRAMPOLINE MPI_File_get_errhandler, 1326
TRAMPOLINE PMPI_File_get_errhandler, 1327
TRAMPOLINE MPI_File_set_errhandler, 1328
TRAMPOLINE PMPI_File_set_errhandler, 1329
TRAMPOLINE MPI_File_toint, 1330
TRAMPOLINE PMPI_File_toint, 1331
TRAMPOLINE MPI_Finalized, 1332
TRAMPOLINE PMPI_Finalized, 1333
TRAMPOLINE MPI_Get_address, 1334
TRAMPOLINE PMPI_Get_address, 1335
TRAMPOLINE MPI_Get_library_version, 1336
TRAMPOLINE PMPI_Get_library_version, 1337
TRAMPOLINE MPI_Get_version, 1338
TRAMPOLINE PMPI_Get_version, 1339
TRAMPOLINE MPI_Grequest_start, 1340
TRAMPOLINE PMPI_Grequest_start, 1341
TRAMPOLINE MPI_Group_c2f, 1342
TRAMPOLINE PMPI_Group_c2f, 1343
TRAMPOLINE MPI_Group_f2c, 1344
TRAMPOLINE PMPI_Group_f2c, 1345
TRAMPOLINE MPI_Group_fromint, 1346
TRAMPOLINE PMPI_Group_fromint, 1347
TRAMPOLINE MPI_Group_toint, 1348
TRAMPOLINE PMPI_Group_toint, 1349
TRAMPOLINE MPI_Info_c2f, 1350
TRAMPOLINE PMPI_Info_c2f, 1351
TRAMPOLINE MPI_Info_f2c, 1352
TRAMPOLINE PMPI_Info_f2c, 1353
TRAMPOLINE MPI_Info_fromint, 1354
TRAMPOLINE PMPI_Info_fromint, 1355
TRAMPOLINE MPI_Info_toint, 1356
TRAMPOLINE PMPI_Info_toint, 1357
TRAMPOLINE MPI_Initialized, 1358
TRAMPOLINE PMPI_Initialized, 1359
TRAMPOLINE MPI_Is_thread_main, 1360
TRAMPOLINE PMPI_Is_thread_main, 1361
TRAMPOLINE MPI_Keyval_create, 1362
TRAMPOLINE PMPI_Keyval_create, 1363
TRAMPOLINE MPI_Message_c2f, 1364
TRAMPOLINE PMPI_Message_c2f, 1365
TRAMPOLINE MPI_Message_f2c, 1366
TRAMPOLINE PMPI_Message_f2c, 1367
TRAMPOLINE MPI_Message_fromint, 1368
TRAMPOLINE PMPI_Message_fromint, 1369
TRAMPOLINE MPI_Message_toint, 1370
TRAMPOLINE PMPI_Message_toint, 1371
TRAMPOLINE MPI_NULL_COPY_FN, 1372
TRAMPOLINE PMPI_NULL_COPY_FN, 1373
TRAMPOLINE MPI_NULL_DELETE_FN, 1374
TRAMPOLINE PMPI_NULL_DELETE_FN, 1375
TRAMPOLINE MPI_Op_c2f, 1376
TRAMPOLINE PMPI_Op_c2f, 1377
TRAMPOLINE MPI_Op_create, 1378
TRAMPOLINE PMPI_Op_create, 1379
TRAMPOLINE MPI_Op_create_c, 1380
TRAMPOLINE PMPI_Op_create_c, 1381
TRAMPOLINE MPI_Op_f2c, 1382
TRAMPOLINE PMPI_Op_f2c, 1383
TRAMPOLINE MPI_Op_fromint, 1384
TRAMPOLINE PMPI_Op_fromint, 1385
TRAMPOLINE MPI_Op_toint, 1386
TRAMPOLINE PMPI_Op_toint, 1387
TRAMPOLINE MPI_Register_datarep, 1388
TRAMPOLINE PMPI_Register_datarep, 1389
TRAMPOLINE MPI_Register_datarep_c, 1390
TRAMPOLINE PMPI_Register_datarep_c, 1391
TRAMPOLINE MPI_Remove_error_class, 1392
TRAMPOLINE PMPI_Remove_error_class, 1393
TRAMPOLINE MPI_Remove_error_code, 1394
TRAMPOLINE PMPI_Remove_error_code, 1395
TRAMPOLINE MPI_Remove_error_string, 1396
TRAMPOLINE PMPI_Remove_error_string, 1397
TRAMPOLINE MPI_Request_c2f, 1398
TRAMPOLINE PMPI_Request_c2f, 1399
TRAMPOLINE MPI_Request_f2c, 1400
TRAMPOLINE PMPI_Request_f2c, 1401
TRAMPOLINE MPI_Request_fromint, 1402
TRAMPOLINE PMPI_Request_fromint, 1403
TRAMPOLINE MPI_Request_toint, 1404
TRAMPOLINE PMPI_Request_toint, 1405
TRAMPOLINE MPI_Session_c2f, 1406
TRAMPOLINE PMPI_Session_c2f, 1407
TRAMPOLINE MPI_Session_call_errhandler, 1408
TRAMPOLINE PMPI_Session_call_errhandler, 1409
TRAMPOLINE MPI_Session_create_errhandler, 1410
TRAMPOLINE PMPI_Session_create_errhandler, 1411
TRAMPOLINE MPI_Session_f2c, 1412
TRAMPOLINE PMPI_Session_f2c, 1413
TRAMPOLINE MPI_Session_fromint, 1414
TRAMPOLINE PMPI_Session_fromint, 1415
TRAMPOLINE MPI_Session_get_errhandler, 1416
TRAMPOLINE PMPI_Session_get_errhandler, 1417
TRAMPOLINE MPI_Session_set_errhandler, 1418
TRAMPOLINE PMPI_Session_set_errhandler, 1419
TRAMPOLINE MPI_Session_toint, 1420
TRAMPOLINE PMPI_Session_toint, 1421
TRAMPOLINE MPI_Status_c2f, 1422
TRAMPOLINE PMPI_Status_c2f, 1423
TRAMPOLINE MPI_Status_c2f08, 1424
TRAMPOLINE PMPI_Status_c2f08, 1425
TRAMPOLINE MPI_Status_f082c, 1426
TRAMPOLINE PMPI_Status_f082c, 1427
TRAMPOLINE MPI_Status_f082f, 1428
TRAMPOLINE PMPI_Status_f082f, 1429
TRAMPOLINE MPI_Status_f2c, 1430
TRAMPOLINE PMPI_Status_f2c, 1431
TRAMPOLINE MPI_Status_f2f08, 1432
TRAMPOLINE PMPI_Status_f2f08, 1433
TRAMPOLINE MPI_TYPE_DUP_FN, 1434
TRAMPOLINE PMPI_TYPE_DUP_FN, 1435
TRAMPOLINE MPI_TYPE_NULL_COPY_FN, 1436
TRAMPOLINE PMPI_TYPE_NULL_COPY_FN, 1437
TRAMPOLINE MPI_TYPE_NULL_DELETE_FN, 1438
TRAMPOLINE PMPI_TYPE_NULL_DELETE_FN, 1439
TRAMPOLINE MPI_T_category_changed, 1440
TRAMPOLINE PMPI_T_category_changed, 1441
TRAMPOLINE MPI_T_category_get_categories, 1442
TRAMPOLINE PMPI_T_category_get_categories, 1443
TRAMPOLINE MPI_T_category_get_cvars, 1444
TRAMPOLINE PMPI_T_category_get_cvars, 1445
TRAMPOLINE MPI_T_category_get_events, 1446
TRAMPOLINE PMPI_T_category_get_events, 1447
TRAMPOLINE MPI_T_category_get_index, 1448
TRAMPOLINE PMPI_T_category_get_index, 1449
TRAMPOLINE MPI_T_category_get_info, 1450
TRAMPOLINE PMPI_T_category_get_info, 1451
TRAMPOLINE MPI_T_category_get_num, 1452
TRAMPOLINE PMPI_T_category_get_num, 1453
TRAMPOLINE MPI_T_category_get_num_events, 1454
TRAMPOLINE PMPI_T_category_get_num_events, 1455
TRAMPOLINE MPI_T_category_get_pvars, 1456
TRAMPOLINE PMPI_T_category_get_pvars, 1457
TRAMPOLINE MPI_T_cvar_get_index, 1458
TRAMPOLINE PMPI_T_cvar_get_index, 1459
TRAMPOLINE MPI_T_cvar_get_info, 1460
TRAMPOLINE PMPI_T_cvar_get_info, 1461
TRAMPOLINE MPI_T_cvar_get_num, 1462
TRAMPOLINE PMPI_T_cvar_get_num, 1463
TRAMPOLINE MPI_T_cvar_handle_alloc, 1464
TRAMPOLINE PMPI_T_cvar_handle_alloc, 1465
TRAMPOLINE MPI_T_cvar_handle_free, 1466
TRAMPOLINE PMPI_T_cvar_handle_free, 1467
TRAMPOLINE MPI_T_cvar_read, 1468
TRAMPOLINE PMPI_T_cvar_read, 1469
TRAMPOLINE MPI_T_cvar_write, 1470
TRAMPOLINE PMPI_T_cvar_write, 1471
TRAMPOLINE MPI_T_enum_get_info, 1472
TRAMPOLINE PMPI_T_enum_get_info, 1473
TRAMPOLINE MPI_T_enum_get_item, 1474
TRAMPOLINE PMPI_T_enum_get_item, 1475
TRAMPOLINE MPI_T_event_callback_get_info, 1476
TRAMPOLINE PMPI_T_event_callback_get_info, 1477
TRAMPOLINE MPI_T_event_callback_set_info, 1478
TRAMPOLINE PMPI_T_event_callback_set_info, 1479
TRAMPOLINE MPI_T_event_copy, 1480
TRAMPOLINE PMPI_T_event_copy, 1481
TRAMPOLINE MPI_T_event_get_index, 1482
TRAMPOLINE PMPI_T_event_get_index, 1483
TRAMPOLINE MPI_T_event_get_info, 1484
TRAMPOLINE PMPI_T_event_get_info, 1485
TRAMPOLINE MPI_T_event_get_num, 1486
TRAMPOLINE PMPI_T_event_get_num, 1487
TRAMPOLINE MPI_T_event_get_source, 1488
TRAMPOLINE PMPI_T_event_get_source, 1489
TRAMPOLINE MPI_T_event_get_timestamp, 1490
TRAMPOLINE PMPI_T_event_get_timestamp, 1491
TRAMPOLINE MPI_T_event_handle_alloc, 1492
TRAMPOLINE PMPI_T_event_handle_alloc, 1493
TRAMPOLINE MPI_T_event_handle_free, 1494
TRAMPOLINE PMPI_T_event_handle_free, 1495
TRAMPOLINE MPI_T_event_handle_get_info, 1496
TRAMPOLINE PMPI_T_event_handle_get_info, 1497
TRAMPOLINE MPI_T_event_handle_set_info, 1498
TRAMPOLINE PMPI_T_event_handle_set_info, 1499
TRAMPOLINE MPI_T_event_read, 1500
TRAMPOLINE PMPI_T_event_read, 1501
TRAMPOLINE MPI_T_event_register_callback, 1502
TRAMPOLINE PMPI_T_event_register_callback, 1503
TRAMPOLINE MPI_T_event_set_dropped_handler, 1504
TRAMPOLINE PMPI_T_event_set_dropped_handler, 1505
TRAMPOLINE MPI_T_finalize, 1506
TRAMPOLINE PMPI_T_finalize, 1507
TRAMPOLINE MPI_T_init_thread, 1508
TRAMPOLINE PMPI_T_init_thread, 1509
TRAMPOLINE MPI_T_pvar_get_index, 1510
TRAMPOLINE PMPI_T_pvar_get_index, 1511
TRAMPOLINE MPI_T_pvar_get_info, 1512
TRAMPOLINE PMPI_T_pvar_get_info, 1513
TRAMPOLINE MPI_T_pvar_get_num, 1514
TRAMPOLINE PMPI_T_pvar_get_num, 1515
TRAMPOLINE MPI_T_pvar_handle_alloc, 1516
TRAMPOLINE PMPI_T_pvar_handle_alloc, 1517
TRAMPOLINE MPI_T_pvar_handle_free, 1518
TRAMPOLINE PMPI_T_pvar_handle_free, 1519
TRAMPOLINE MPI_T_pvar_read, 1520
TRAMPOLINE PMPI_T_pvar_read, 1521
TRAMPOLINE MPI_T_pvar_readreset, 1522
TRAMPOLINE PMPI_T_pvar_readreset, 1523
TRAMPOLINE MPI_T_pvar_reset, 1524
TRAMPOLINE PMPI_T_pvar_reset, 1525
TRAMPOLINE MPI_T_pvar_session_create, 1526
TRAMPOLINE PMPI_T_pvar_session_create, 1527
TRAMPOLINE MPI_T_pvar_session_free, 1528
TRAMPOLINE PMPI_T_pvar_session_free, 1529
TRAMPOLINE MPI_T_pvar_start, 1530
TRAMPOLINE PMPI_T_pvar_start, 1531
TRAMPOLINE MPI_T_pvar_stop, 1532
TRAMPOLINE PMPI_T_pvar_stop, 1533
TRAMPOLINE MPI_T_pvar_write, 1534
TRAMPOLINE PMPI_T_pvar_write, 1535
TRAMPOLINE MPI_T_source_get_info, 1536
TRAMPOLINE PMPI_T_source_get_info, 1537
TRAMPOLINE MPI_T_source_get_num, 1538
TRAMPOLINE PMPI_T_source_get_num, 1539
TRAMPOLINE MPI_T_source_get_timestamp, 1540
TRAMPOLINE PMPI_T_source_get_timestamp, 1541
TRAMPOLINE MPI_Type_c2f, 1542
TRAMPOLINE PMPI_Type_c2f, 1543
TRAMPOLINE MPI_Type_create_keyval, 1544
TRAMPOLINE PMPI_Type_create_keyval, 1545
TRAMPOLINE MPI_Type_delete_attr, 1546
TRAMPOLINE PMPI_Type_delete_attr, 1547
TRAMPOLINE MPI_Type_extent, 1548
TRAMPOLINE PMPI_Type_extent, 1549
TRAMPOLINE MPI_Type_f2c, 1550
TRAMPOLINE PMPI_Type_f2c, 1551
TRAMPOLINE MPI_Type_free_keyval, 1552
TRAMPOLINE PMPI_Type_free_keyval, 1553
TRAMPOLINE MPI_Type_fromint, 1554
TRAMPOLINE PMPI_Type_fromint, 1555
TRAMPOLINE MPI_Type_get_attr, 1556
TRAMPOLINE PMPI_Type_get_attr, 1557
TRAMPOLINE MPI_Type_hindexed, 1558
TRAMPOLINE PMPI_Type_hindexed, 1559
TRAMPOLINE MPI_Type_hvector, 1560
TRAMPOLINE PMPI_Type_hvector, 1561
TRAMPOLINE MPI_Type_lb, 1562
TRAMPOLINE PMPI_Type_lb, 1563
TRAMPOLINE MPI_Type_set_attr, 1564
TRAMPOLINE PMPI_Type_set_attr, 1565
TRAMPOLINE MPI_Type_struct, 1566
TRAMPOLINE PMPI_Type_struct, 1567
TRAMPOLINE MPI_Type_toint, 1568
TRAMPOLINE PMPI_Type_toint, 1569
TRAMPOLINE MPI_Type_ub, 1570
TRAMPOLINE PMPI_Type_ub, 1571
TRAMPOLINE MPI_WIN_DUP_FN, 1572
TRAMPOLINE PMPI_WIN_DUP_FN, 1573
TRAMPOLINE MPI_WIN_NULL_COPY_FN, 1574
TRAMPOLINE PMPI_WIN_NULL_COPY_FN, 1575
TRAMPOLINE MPI_WIN_NULL_DELETE_FN, 1576
TRAMPOLINE PMPI_WIN_NULL_DELETE_FN, 1577
TRAMPOLINE MPI_WTICK_F90, 1578
TRAMPOLINE PMPI_WTICK_F90, 1579
TRAMPOLINE MPI_WTIME_F90, 1580
TRAMPOLINE PMPI_WTIME_F90, 1581
TRAMPOLINE MPI_Win_c2f, 1582
TRAMPOLINE PMPI_Win_c2f, 1583
TRAMPOLINE MPI_Win_call_errhandler, 1584
TRAMPOLINE PMPI_Win_call_errhandler, 1585
TRAMPOLINE MPI_Win_create_errhandler, 1586
TRAMPOLINE PMPI_Win_create_errhandler, 1587
TRAMPOLINE MPI_Win_create_keyval, 1588
TRAMPOLINE PMPI_Win_create_keyval, 1589
TRAMPOLINE MPI_Win_delete_attr, 1590
TRAMPOLINE PMPI_Win_delete_attr, 1591
TRAMPOLINE MPI_Win_f2c, 1592
TRAMPOLINE PMPI_Win_f2c, 1593
TRAMPOLINE MPI_Win_free_keyval, 1594
TRAMPOLINE PMPI_Win_free_keyval, 1595
TRAMPOLINE MPI_Win_fromint, 1596
TRAMPOLINE PMPI_Win_fromint, 1597
TRAMPOLINE MPI_Win_get_attr, 1598
TRAMPOLINE PMPI_Win_get_attr, 1599
TRAMPOLINE MPI_Win_get_errhandler, 1600
TRAMPOLINE PMPI_Win_get_errhandler, 1601
TRAMPOLINE MPI_Win_set_attr, 1602
TRAMPOLINE PMPI_Win_set_attr, 1603
TRAMPOLINE MPI_Win_set_errhandler, 1604
TRAMPOLINE PMPI_Win_set_errhandler, 1605
TRAMPOLINE MPI_Win_toint, 1606
TRAMPOLINE PMPI_Win_toint, 1607
TRAMPOLINE MPI_Wtick, 1608
TRAMPOLINE PMPI_Wtick, 1609
TRAMPOLINE MPI_Wtime, 1610
TRAMPOLINE PMPI_Wtime, 1611

    .data
    .balign 64
    .globl shunt_slots
    .hidden shunt_slots
    .type shunt_slots, %object
shunt_slots:
    SLOT 0
    SLOT 1
    SLOT 2
    SLOT 3
    SLOT 4
    SLOT 5
    SLOT 6
    SLOT 7
    SLOT 8
    SLOT 9
    SLOT 10
    SLOT 11
    SLOT 12
    SLOT 13
    SLOT 14
    SLOT 15
    SLOT 16
    SLOT 17
    SLOT 18
    SLOT 19
    SLOT 20
    SLOT 21
    SLOT 22
    SLOT 23
    SLOT 24
    SLOT 25
    SLOT 26
    SLOT 27
    SLOT 28
    SLOT 29
    SLOT 30
    SLOT 31
    SLOT 32
    SLOT 33
    SLOT 34
    SLOT 35
    SLOT 36
    SLOT 37
    SLOT 38
    SLOT 39
    SLOT 40
    SLOT 41
    SLOT 42
    SLOT 43
    SLOT 44
    SLOT 45
    SLOT 46
    SLOT 47
    SLOT 48
    SLOT 49
    SLOT 50
    SLOT 51
    SLOT 52
    SLOT 53
    SLOT 54
    SLOT 55
    SLOT 56
    SLOT 57
    SLOT 58
    SLOT 59
    SLOT 60
    SLOT 61
    SLOT 62
    SLOT 63
    SLOT 64
    SLOT 65
    SLOT 66
    SLOT 67
    SLOT 68
    SLOT 69
    SLOT 70
    SLOT 71
    SLOT 72
    SLOT 73
    SLOT 74
    SLOT 75
    SLOT 76
    SLOT 77
    SLOT 78
    SLOT 79
    SLOT 80
    SLOT 81
    SLOT 82
    SLOT 83
    SLOT 84
    SLOT 85
    SLOT 86
    SLOT 87
    SLOT 88
    SLOT 89
    SLOT 90
    SLOT 91
    SLOT 92
    SLOT 93
    SLOT 94
    SLOT 95
    SLOT 96
    SLOT 97
    SLOT 98
    SLOT 99
    SLOT 100
    SLOT 101
    SLOT 102
    SLOT 103
    SLOT 104
    SLOT 105
    SLOT 106
    SLOT 107
    SLOT 108
    SLOT 109
    SLOT 110
    SLOT 111
    SLOT 112
    SLOT 113
    SLOT 114
    SLOT 115
    SLOT 116
    SLOT 117
    SLOT 118
    SLOT 119
    SLOT 120
    SLOT 121
    SLOT 122
    SLOT 123
    SLOT 124
    SLOT 125
    SLOT 126
    SLOT 127
    SLOT 128
    SLOT 129
    SLOT 130
    SLOT 131
    SLOT 132
    SLOT 133
    SLOT 134
    SLOT 135
    SLOT 136
    SLOT 137
    SLOT 138
    SLOT 139
    SLOT 140
    SLOT 141
    SLOT 142
    SLOT 143
    SLOT 144
    SLOT 145
    SLOT 146
    SLOT 147
    SLOT 148
    SLOT 149
    SLOT 150
    SLOT 151
    SLOT 152
    SLOT 153
    SLOT 154
    SLOT 155
    SLOT 156
    SLOT 157
    SLOT 158
    SLOT 159
    SLOT 160
    SLOT 161
    SLOT 162
    SLOT 163
    SLOT 164
    SLOT 165
    SLOT 166
    SLOT 167
    SLOT 168
    SLOT 169
    SLOT 170
    SLOT 171
    SLOT 172
    SLOT 173
    SLOT 174
    SLOT 175
    SLOT 176
    SLOT 177
    SLOT 178
    SLOT 179
    SLOT 180
    SLOT 181
    SLOT 182
    SLOT 183
    SLOT 184
    SLOT 185
    SLOT 186
    SLOT 187
    SLOT 188
    SLOT 189
    SLOT 190
    SLOT 191
    SLOT 192
    SLOT 193
    SLOT 194
    SLOT 195
    SLOT 196
    SLOT 197
    SLOT 198
    SLOT 199
    SLOT 200
    SLOT 201
    SLOT 202
    SLOT 203
    SLOT 204
    SLOT 205
    SLOT 206
    SLOT 207
    SLOT 208
    SLOT 209
    SLOT 210
    SLOT 211
    SLOT 212
    SLOT 213
    SLOT 214
    SLOT 215
    SLOT 216
    SLOT 217
    SLOT 218
    SLOT 219
    SLOT 220
    SLOT 221
    SLOT 222
    SLOT 223
    SLOT 224
    SLOT 225
    SLOT 226
    SLOT 227
    SLOT 228
    SLOT 229
    SLOT 230
    SLOT 231
    SLOT 232
    SLOT 233
    SLOT 234
    SLOT 235
    SLOT 236
    SLOT 237
    SLOT 238
    SLOT 239
    SLOT 240
    SLOT 241
    SLOT 242
    SLOT 243
    SLOT 244
    SLOT 245
    SLOT 246
    SLOT 247
    SLOT 248
    SLOT 249
    SLOT 250
    SLOT 251
    SLOT 252
    SLOT 253
    SLOT 254
    SLOT 255
    SLOT 256
    SLOT 257
    SLOT 258
    SLOT 259
    SLOT 260
    SLOT 261
    SLOT 262
    SLOT 263
    SLOT 264
    SLOT 265
    SLOT 266
    SLOT 267
    SLOT 268
    SLOT 269
    SLOT 270
    SLOT 271
    SLOT 272
    SLOT 273
    SLOT 274
    SLOT 275
    SLOT 276
    SLOT 277
    SLOT 278
    SLOT 279
    SLOT 280
    SLOT 281
    SLOT 282
    SLOT 283
    SLOT 284
    SLOT 285
    SLOT 286
    SLOT 287
    SLOT 288
    SLOT 289
    SLOT 290
    SLOT 291
    SLOT 292
    SLOT 293
    SLOT 294
    SLOT 295
    SLOT 296
    SLOT 297
    SLOT 298
    SLOT 299
    SLOT 300
    SLOT 301
    SLOT 302
    SLOT 303
    SLOT 304
    SLOT 305
    SLOT 306
    SLOT 307
    SLOT 308
    SLOT 309
    SLOT 310
    SLOT 311
    SLOT 312
    SLOT 313
    SLOT 314
    SLOT 315
    SLOT 316
    SLOT 317
    SLOT 318
    SLOT 319
    SLOT 320
    SLOT 321
    SLOT 322
    SLOT 323
    SLOT 324
    SLOT 325
    SLOT 326
    SLOT 327
    SLOT 328
    SLOT 329
    SLOT 330
    SLOT 331
    SLOT 332
    SLOT 333
    SLOT 334
    SLOT 335
    SLOT 336
    SLOT 337
    SLOT 338
    SLOT 339
    SLOT 340
    SLOT 341
    SLOT 342
    SLOT 343
    SLOT 344
    SLOT 345
    SLOT 346
    SLOT 347
    SLOT 348
    SLOT 349
    SLOT 350
    SLOT 351
    SLOT 352
    SLOT 353
    SLOT 354
    SLOT 355
    SLOT 356
    SLOT 357
    SLOT 358
    SLOT 359
    SLOT 360
    SLOT 361
    SLOT 362
    SLOT 363
    SLOT 364
    SLOT 365
    SLOT 366
    SLOT 367
    SLOT 368
    SLOT 369
    SLOT 370
    SLOT 371
    SLOT 372
    SLOT 373
    SLOT 374
    SLOT 375
    SLOT 376
    SLOT 377
    SLOT 378
    SLOT 379
    SLOT 380
    SLOT 381
    SLOT 382
    SLOT 383
    SLOT 384
    SLOT 385
    SLOT 386
    SLOT 387
    SLOT 388
    SLOT 389
    SLOT 390
    SLOT 391
    SLOT 392
    SLOT 393
    SLOT 394
    SLOT 395
    SLOT 396
    SLOT 397
    SLOT 398
    SLOT 399
    SLOT 400
    SLOT 401
    SLOT 402
    SLOT 403
    SLOT 404
    SLOT 405
    SLOT 406
    SLOT 407
    SLOT 408
    SLOT 409
    SLOT 410
    SLOT 411
    SLOT 412
    SLOT 413
    SLOT 414
    SLOT 415
    SLOT 416
    SLOT 417
    SLOT 418
    SLOT 419
    SLOT 420
    SLOT 421
    SLOT 422
    SLOT 423
    SLOT 424
    SLOT 425
    SLOT 426
    SLOT 427
    SLOT 428
    SLOT 429
    SLOT 430
    SLOT 431
    SLOT 432
    SLOT 433
    SLOT 434
    SLOT 435
    SLOT 436
    SLOT 437
    SLOT 438
    SLOT 439
    SLOT 440
    SLOT 441
    SLOT 442
    SLOT 443
    SLOT 444
    SLOT 445
    SLOT 446
    SLOT 447
    SLOT 448
    SLOT 449
    SLOT 450
    SLOT 451
    SLOT 452
    SLOT 453
    SLOT 454
    SLOT 455
    SLOT 456
    SLOT 457
    SLOT 458
    SLOT 459
    SLOT 460
    SLOT 461
    SLOT 462
    SLOT 463
    SLOT 464
    SLOT 465
    SLOT 466
    SLOT 467
    SLOT 468
    SLOT 469
    SLOT 470
    SLOT 471
    SLOT 472
    SLOT 473
    SLOT 474
    SLOT 475
    SLOT 476
    SLOT 477
    SLOT 478
    SLOT 479
    SLOT 480
    SLOT 481
    SLOT 482
    SLOT 483
    SLOT 484
    SLOT 485
    SLOT 486
    SLOT 487
    SLOT 488
    SLOT 489
    SLOT 490
    SLOT 491
    SLOT 492
    SLOT 493
    SLOT 494
    SLOT 495
    SLOT 496
    SLOT 497
    SLOT 498
    SLOT 499
    SLOT 500
    SLOT 501
    SLOT 502
    SLOT 503
    SLOT 504
    SLOT 505
    SLOT 506
    SLOT 507
    SLOT 508
    SLOT 509
    SLOT 510
    SLOT 511
    SLOT 512
    SLOT 513
    SLOT 514
    SLOT 515
    SLOT 516
    SLOT 517
    SLOT 518
    SLOT 519
    SLOT 520
    SLOT 521
    SLOT 522
    SLOT 523
    SLOT 524
    SLOT 525
    SLOT 526
    SLOT 527
    SLOT 528
    SLOT 529
    SLOT 530
    SLOT 531
    SLOT 532
    SLOT 533
    SLOT 534
    SLOT 535
    SLOT 536
    SLOT 537
    SLOT 538
    SLOT 539
    SLOT 540
    SLOT 541
    SLOT 542
    SLOT 543
    SLOT 544
    SLOT 545
    SLOT 546
    SLOT 547
    SLOT 548
    SLOT 549
    SLOT 550
    SLOT 551
    SLOT 552
    SLOT 553
    SLOT 554
    SLOT 555
    SLOT 556
    SLOT 557
    SLOT 558
    SLOT 559
    SLOT 560
    SLOT 561
    SLOT 562
    SLOT 563
    SLOT 564
    SLOT 565
    SLOT 566
    SLOT 567
    SLOT 568
    SLOT 569
    SLOT 570
    SLOT 571
    SLOT 572
    SLOT 573
    SLOT 574
    SLOT 575
    SLOT 576
    SLOT 577
    SLOT 578
    SLOT 579
    SLOT 580
    SLOT 581
    SLOT 582
    SLOT 583
    SLOT 584
    SLOT 585
    SLOT 586
    SLOT 587
    SLOT 588
    SLOT 589
    SLOT 590
    SLOT 591
    SLOT 592
    SLOT 593
    SLOT 594
    SLOT 595
    SLOT 596
    SLOT 597
    SLOT 598
    SLOT 599
    SLOT 600
    SLOT 601
    SLOT 602
    SLOT 603
    SLOT 604
    SLOT 605
    SLOT 606
    SLOT 607
    SLOT 608
    SLOT 609
    SLOT 610
    SLOT 611
    SLOT 612
    SLOT 613
    SLOT 614
    SLOT 615
    SLOT 616
    SLOT 617
    SLOT 618
    SLOT 619
    SLOT 620
    SLOT 621
    SLOT 622
    SLOT 623
    SLOT 624
    SLOT 625
    SLOT 626
    SLOT 627
    SLOT 628
    SLOT 629
    SLOT 630
    SLOT 631
    SLOT 632
    SLOT 633
    SLOT 634
    SLOT 635
    SLOT 636
    SLOT 637
    SLOT 638
    SLOT 639
    SLOT 640
    SLOT 641
    SLOT 642
    SLOT 643
    SLOT 644
    SLOT 645
    SLOT 646
    SLOT 647
    SLOT 648
    SLOT 649
    SLOT 650
    SLOT 651
    SLOT 652
    SLOT 653
    SLOT 654
    SLOT 655
    SLOT 656
    SLOT 657
    SLOT 658
    SLOT 659
    SLOT 660
    SLOT 661
    SLOT 662
    SLOT 663
    SLOT 664
    SLOT 665
    SLOT 666
    SLOT 667
    SLOT 668
    SLOT 669
    SLOT 670
    SLOT 671
    SLOT 672
    SLOT 673
    SLOT 674
    SLOT 675
    SLOT 676
    SLOT 677
    SLOT 678
    SLOT 679
    SLOT 680
    SLOT 681
    SLOT 682
    SLOT 683
    SLOT 684
    SLOT 685
    SLOT 686
    SLOT 687
    SLOT 688
    SLOT 689
    SLOT 690
    SLOT 691
    SLOT 692
    SLOT 693
    SLOT 694
    SLOT 695
    SLOT 696
    SLOT 697
    SLOT 698
    SLOT 699
    SLOT 700
    SLOT 701
    SLOT 702
    SLOT 703
    SLOT 704
    SLOT 705
    SLOT 706
    SLOT 707
    SLOT 708
    SLOT 709
    SLOT 710
    SLOT 711
    SLOT 712
    SLOT 713
    SLOT 714
    SLOT 715
    SLOT 716
    SLOT 717
    SLOT 718
    SLOT 719
    SLOT 720
    SLOT 721
    SLOT 722
    SLOT 723
    SLOT 724
    SLOT 725
    SLOT 726
    SLOT 727
    SLOT 728
    SLOT 729
    SLOT 730
    SLOT 731
    SLOT 732
    SLOT 733
    SLOT 734
    SLOT 735
    SLOT 736
    SLOT 737
    SLOT 738
    SLOT 739
    SLOT 740
    SLOT 741
    SLOT 742
    SLOT 743
    SLOT 744
    SLOT 745
    SLOT 746
    SLOT 747
    SLOT 748
    SLOT 749
    SLOT 750
    SLOT 751
    SLOT 752
    SLOT 753
    SLOT 754
    SLOT 755
    SLOT 756
    SLOT 757
    SLOT 758
    SLOT 759
    SLOT 760
    SLOT 761
    SLOT 762
    SLOT 763
    SLOT 764
    SLOT 765
    SLOT 766
    SLOT 767
    SLOT 768
    SLOT 769
    SLOT 770
    SLOT 771
    SLOT 772
    SLOT 773
    SLOT 774
    SLOT 775
    SLOT 776
    SLOT 777
    SLOT 778
    SLOT 779
    SLOT 780
    SLOT 781
    SLOT 782
    SLOT 783
    SLOT 784
    SLOT 785
    SLOT 786
    SLOT 787
    SLOT 788
    SLOT 789
    SLOT 790
    SLOT 791
    SLOT 792
    SLOT 793
    SLOT 794
    SLOT 795
    SLOT 796
    SLOT 797
    SLOT 798
    SLOT 799
    SLOT 800
    SLOT 801
    SLOT 802
    SLOT 803
    SLOT 804
    SLOT 805
    SLOT 806
    SLOT 807
    SLOT 808
    SLOT 809
    SLOT 810
    SLOT 811
    SLOT 812
    SLOT 813
    SLOT 814
    SLOT 815
    SLOT 816
    SLOT 817
    SLOT 818
    SLOT 819
    SLOT 820
    SLOT 821
    SLOT 822
    SLOT 823
    SLOT 824
    SLOT 825
    SLOT 826
    SLOT 827
    SLOT 828
    SLOT 829
    SLOT 830
    SLOT 831
    SLOT 832
    SLOT 833
    SLOT 834
    SLOT 835
    SLOT 836
    SLOT 837
    SLOT 838
    SLOT 839
    SLOT 840
    SLOT 841
    SLOT 842
    SLOT 843
    SLOT 844
    SLOT 845
    SLOT 846
    SLOT 847
    SLOT 848
    SLOT 849
    SLOT 850
    SLOT 851
    SLOT 852
    SLOT 853
    SLOT 854
    SLOT 855
    SLOT 856
    SLOT 857
    SLOT 858
    SLOT 859
    SLOT 860
    SLOT 861
    SLOT 862
    SLOT 863
    SLOT 864
    SLOT 865
    SLOT 866
    SLOT 867
    SLOT 868
    SLOT 869
    SLOT 870
    SLOT 871
    SLOT 872
    SLOT 873
    SLOT 874
    SLOT 875
    SLOT 876
    SLOT 877
    SLOT 878
    SLOT 879
    SLOT 880
    SLOT 881
    SLOT 882
    SLOT 883
    SLOT 884
    SLOT 885
    SLOT 886
    SLOT 887
    SLOT 888
    SLOT 889
    SLOT 890
    SLOT 891
    SLOT 892
    SLOT 893
    SLOT 894
    SLOT 895
    SLOT 896
    SLOT 897
    SLOT 898
    SLOT 899
    SLOT 900
    SLOT 901
    SLOT 902
    SLOT 903
    SLOT 904
    SLOT 905
    SLOT 906
    SLOT 907
    SLOT 908
    SLOT 909
    SLOT 910
    SLOT 911
    SLOT 912
    SLOT 913
    SLOT 914
    SLOT 915
    SLOT 916
    SLOT 917
    SLOT 918
    SLOT 919
    SLOT 920
    SLOT 921
    SLOT 922
    SLOT 923
    SLOT 924
    SLOT 925
    SLOT 926
    SLOT 927
    SLOT 928
    SLOT 929
    SLOT 930
    SLOT 931
    SLOT 932
    SLOT 933
    SLOT 934
    SLOT 935
    SLOT 936
    SLOT 937
    SLOT 938
    SLOT 939
    SLOT 940
    SLOT 941
    SLOT 942
    SLOT 943
    SLOT 944
    SLOT 945
    SLOT 946
    SLOT 947
    SLOT 948
    SLOT 949
    SLOT 950
    SLOT 951
    SLOT 952
    SLOT 953
    SLOT 954
    SLOT 955
    SLOT 956
    SLOT 957
    SLOT 958
    SLOT 959
    SLOT 960
    SLOT 961
    SLOT 962
    SLOT 963
    SLOT 964
    SLOT 965
    SLOT 966
    SLOT 967
    SLOT 968
    SLOT 969
    SLOT 970
    SLOT 971
    SLOT 972
    SLOT 973
    SLOT 974
    SLOT 975
    SLOT 976
    SLOT 977
    SLOT 978
    SLOT 979
    SLOT 980
    SLOT 981
    SLOT 982
    SLOT 983
    SLOT 984
    SLOT 985
    SLOT 986
    SLOT 987
    SLOT 988
    SLOT 989
    SLOT 990
    SLOT 991
    SLOT 992
    SLOT 993
    SLOT 994
    SLOT 995
    SLOT 996
    SLOT 997
    SLOT 998
    SLOT 999
    SLOT 1000
    SLOT 1001
    SLOT 1002
    SLOT 1003
    SLOT 1004
    SLOT 1005
    SLOT 1006
    SLOT 1007
    SLOT 1008
    SLOT 1009
    SLOT 1010
    SLOT 1011
    SLOT 1012
    SLOT 1013
    SLOT 1014
    SLOT 1015
    SLOT 1016
    SLOT 1017
    SLOT 1018
    SLOT 1019
    SLOT 1020
    SLOT 1021
    SLOT 1022
    SLOT 1023
    SLOT 1024
    SLOT 1025
    SLOT 1026
    SLOT 1027
    SLOT 1028
    SLOT 1029
    SLOT 1030
    SLOT 1031
    SLOT 1032
    SLOT 1033
    SLOT 1034
    SLOT 1035
    SLOT 1036
    SLOT 1037
    SLOT 1038
    SLOT 1039
    SLOT 1040
    SLOT 1041
    SLOT 1042
    SLOT 1043
    SLOT 1044
    SLOT 1045
    SLOT 1046
    SLOT 1047
    SLOT 1048
    SLOT 1049
    SLOT 1050
    SLOT 1051
    SLOT 1052
    SLOT 1053
    SLOT 1054
    SLOT 1055
    SLOT 1056
    SLOT 1057
    SLOT 1058
    SLOT 1059
    SLOT 1060
    SLOT 1061
    SLOT 1062
    SLOT 1063
    SLOT 1064
    SLOT 1065
    SLOT 1066
    SLOT 1067
    SLOT 1068
    SLOT 1069
    SLOT 1070
    SLOT 1071
    SLOT 1072
    SLOT 1073
    SLOT 1074
    SLOT 1075
    SLOT 1076
    SLOT 1077
    SLOT 1078
    SLOT 1079
    SLOT 1080
    SLOT 1081
    SLOT 1082
    SLOT 1083
    SLOT 1084
    SLOT 1085
    SLOT 1086
    SLOT 1087
    SLOT 1088
    SLOT 1089
    SLOT 1090
    SLOT 1091
    SLOT 1092
    SLOT 1093
    SLOT 1094
    SLOT 1095
    SLOT 1096
    SLOT 1097
    SLOT 1098
    SLOT 1099
    SLOT 1100
    SLOT 1101
    SLOT 1102
    SLOT 1103
    SLOT 1104
    SLOT 1105
    SLOT 1106
    SLOT 1107
    SLOT 1108
    SLOT 1109
    SLOT 1110
    SLOT 1111
    SLOT 1112
    SLOT 1113
    SLOT 1114
    SLOT 1115
    SLOT 1116
    SLOT 1117
    SLOT 1118
    SLOT 1119
    SLOT 1120
    SLOT 1121
    SLOT 1122
    SLOT 1123
    SLOT 1124
    SLOT 1125
    SLOT 1126
    SLOT 1127
    SLOT 1128
    SLOT 1129
    SLOT 1130
    SLOT 1131
    SLOT 1132
    SLOT 1133
    SLOT 1134
    SLOT 1135
    SLOT 1136
    SLOT 1137
    SLOT 1138
    SLOT 1139
    SLOT 1140
    SLOT 1141
    SLOT 1142
    SLOT 1143
    SLOT 1144
    SLOT 1145
    SLOT 1146
    SLOT 1147
    SLOT 1148
    SLOT 1149
    SLOT 1150
    SLOT 1151
    SLOT 1152
    SLOT 1153
    SLOT 1154
    SLOT 1155
    SLOT 1156
    SLOT 1157
    SLOT 1158
    SLOT 1159
    SLOT 1160
    SLOT 1161
    SLOT 1162
    SLOT 1163
    SLOT 1164
    SLOT 1165
    SLOT 1166
    SLOT 1167
    SLOT 1168
    SLOT 1169
    SLOT 1170
    SLOT 1171
    SLOT 1172
    SLOT 1173
    SLOT 1174
    SLOT 1175
    SLOT 1176
    SLOT 1177
    SLOT 1178
    SLOT 1179
    SLOT 1180
    SLOT 1181
    SLOT 1182
    SLOT 1183
    SLOT 1184
    SLOT 1185
    SLOT 1186
    SLOT 1187
    SLOT 1188
    SLOT 1189
    SLOT 1190
    SLOT 1191
    SLOT 1192
    SLOT 1193
    SLOT 1194
    SLOT 1195
    SLOT 1196
    SLOT 1197
    SLOT 1198
    SLOT 1199
    SLOT 1200
    SLOT 1201
    SLOT 1202
    SLOT 1203
    SLOT 1204
    SLOT 1205
    SLOT 1206
    SLOT 1207
    SLOT 1208
    SLOT 1209
    SLOT 1210
    SLOT 1211
    SLOT 1212
    SLOT 1213
    SLOT 1214
    SLOT 1215
    SLOT 1216
    SLOT 1217
    SLOT 1218
    SLOT 1219
    SLOT 1220
    SLOT 1221
    SLOT 1222
    SLOT 1223
    SLOT 1224
    SLOT 1225
    SLOT 1226
    SLOT 1227
    SLOT 1228
    SLOT 1229
    SLOT 1230
    SLOT 1231
    SLOT 1232
    SLOT 1233
    SLOT 1234
    SLOT 1235
    SLOT 1236
    SLOT 1237
    SLOT 1238
    SLOT 1239
    SLOT 1240
    SLOT 1241
    SLOT 1242
    SLOT 1243
    SLOT 1244
    SLOT 1245
    SLOT 1246
    SLOT 1247
    SLOT 1248
    SLOT 1249
    SLOT 1250
    SLOT 1251
    SLOT 1252
    SLOT 1253
    SLOT 1254
    SLOT 1255
    SLOT 1256
    SLOT 1257
    SLOT 1258
    SLOT 1259
    SLOT 1260
    SLOT 1261
    SLOT 1262
    SLOT 1263
    SLOT 1264
    SLOT 1265
    SLOT 1266
    SLOT 1267
    SLOT 1268
    SLOT 1269
    SLOT 1270
    SLOT 1271
    SLOT 1272
    SLOT 1273
    SLOT 1274
    SLOT 1275
    SLOT 1276
    SLOT 1277
    SLOT 1278
    SLOT 1279
    SLOT 1280
    SLOT 1281
    SLOT 1282
    SLOT 1283
    SLOT 1284
    SLOT 1285
    SLOT 1286
    SLOT 1287
    SLOT 1288
    SLOT 1289
    SLOT 1290
    SLOT 1291
    SLOT 1292
    SLOT 1293
    SLOT 1294
    SLOT 1295
    SLOT 1296
    SLOT 1297
    SLOT 1298
    SLOT 1299
    SLOT 1300
    SLOT 1301
    SLOT 1302
    SLOT 1303
    SLOT 1304
    SLOT 1305
    SLOT 1306
    SLOT 1307
    SLOT 1308
    SLOT 1309
    SLOT 1310
    SLOT 1311
    SLOT 1312
    SLOT 1313
    SLOT 1314
    SLOT 1315
    SLOT 1316
    SLOT 1317
    SLOT 1318
    SLOT 1319
    SLOT 1320
    SLOT 1321
    SLOT 1322
    SLOT 1323
    SLOT 1324
    SLOT 1325
    SLOT 1326
    SLOT 1327
    SLOT 1328
    SLOT 1329
    SLOT 1330
    SLOT 1331
    SLOT 1332
    SLOT 1333
    SLOT 1334
    SLOT 1335
    SLOT 1336
    SLOT 1337
    SLOT 1338
    SLOT 1339
    SLOT 1340
    SLOT 1341
    SLOT 1342
    SLOT 1343
    SLOT 1344
    SLOT 1345
    SLOT 1346
    SLOT 1347
    SLOT 1348
    SLOT 1349
    SLOT 1350
    SLOT 1351
    SLOT 1352
    SLOT 1353
    SLOT 1354
    SLOT 1355
    SLOT 1356
    SLOT 1357
    SLOT 1358
    SLOT 1359
    SLOT 1360
    SLOT 1361
    SLOT 1362
    SLOT 1363
    SLOT 1364
    SLOT 1365
    SLOT 1366
    SLOT 1367
    SLOT 1368
    SLOT 1369
    SLOT 1370
    SLOT 1371
    SLOT 1372
    SLOT 1373
    SLOT 1374
    SLOT 1375
    SLOT 1376
    SLOT 1377
    SLOT 1378
    SLOT 1379
    SLOT 1380
    SLOT 1381
    SLOT 1382
    SLOT 1383
    SLOT 1384
    SLOT 1385
    SLOT 1386
    SLOT 1387
    SLOT 1388
    SLOT 1389
    SLOT 1390
    SLOT 1391
    SLOT 1392
    SLOT 1393
    SLOT 1394
    SLOT 1395
    SLOT 1396
    SLOT 1397
    SLOT 1398
    SLOT 1399
    SLOT 1400
    SLOT 1401
    SLOT 1402
    SLOT 1403
    SLOT 1404
    SLOT 1405
    SLOT 1406
    SLOT 1407
    SLOT 1408
    SLOT 1409
    SLOT 1410
    SLOT 1411
    SLOT 1412
    SLOT 1413
    SLOT 1414
    SLOT 1415
    SLOT 1416
    SLOT 1417
    SLOT 1418
    SLOT 1419
    SLOT 1420
    SLOT 1421
    SLOT 1422
    SLOT 1423
    SLOT 1424
    SLOT 1425
    SLOT 1426
    SLOT 1427
    SLOT 1428
    SLOT 1429
    SLOT 1430
    SLOT 1431
    SLOT 1432
    SLOT 1433
    SLOT 1434
    SLOT 1435
    SLOT 1436
    SLOT 1437
    SLOT 1438
    SLOT 1439
    SLOT 1440
    SLOT 1441
    SLOT 1442
    SLOT 1443
    SLOT 1444
    SLOT 1445
    SLOT 1446
    SLOT 1447
    SLOT 1448
    SLOT 1449
    SLOT 1450
    SLOT 1451
    SLOT 1452
    SLOT 1453
    SLOT 1454
    SLOT 1455
    SLOT 1456
    SLOT 1457
    SLOT 1458
    SLOT 1459
    SLOT 1460
    SLOT 1461
    SLOT 1462
    SLOT 1463
    SLOT 1464
    SLOT 1465
    SLOT 1466
    SLOT 1467
    SLOT 1468
    SLOT 1469
    SLOT 1470
    SLOT 1471
    SLOT 1472
    SLOT 1473
    SLOT 1474
    SLOT 1475
    SLOT 1476
    SLOT 1477
    SLOT 1478
    SLOT 1479
    SLOT 1480
    SLOT 1481
    SLOT 1482
    SLOT 1483
    SLOT 1484
    SLOT 1485
    SLOT 1486
    SLOT 1487
    SLOT 1488
    SLOT 1489
    SLOT 1490
    SLOT 1491
    SLOT 1492
    SLOT 1493
    SLOT 1494
    SLOT 1495
    SLOT 1496
    SLOT 1497
    SLOT 1498
    SLOT 1499
    SLOT 1500
    SLOT 1501
    SLOT 1502
    SLOT 1503
    SLOT 1504
    SLOT 1505
    SLOT 1506
    SLOT 1507
    SLOT 1508
    SLOT 1509
    SLOT 1510
    SLOT 1511
    SLOT 1512
    SLOT 1513
    SLOT 1514
    SLOT 1515
    SLOT 1516
    SLOT 1517
    SLOT 1518
    SLOT 1519
    SLOT 1520
    SLOT 1521
    SLOT 1522
    SLOT 1523
    SLOT 1524
    SLOT 1525
    SLOT 1526
    SLOT 1527
    SLOT 1528
    SLOT 1529
    SLOT 1530
    SLOT 1531
    SLOT 1532
    SLOT 1533
    SLOT 1534
    SLOT 1535
    SLOT 1536
    SLOT 1537
    SLOT 1538
    SLOT 1539
    SLOT 1540
    SLOT 1541
    SLOT 1542
    SLOT 1543
    SLOT 1544
    SLOT 1545
    SLOT 1546
    SLOT 1547
    SLOT 1548
    SLOT 1549
    SLOT 1550
    SLOT 1551
    SLOT 1552
    SLOT 1553
    SLOT 1554
    SLOT 1555
    SLOT 1556
    SLOT 1557
    SLOT 1558
    SLOT 1559
    SLOT 1560
    SLOT 1561
    SLOT 1562
    SLOT 1563
    SLOT 1564
    SLOT 1565
    SLOT 1566
    SLOT 1567
    SLOT 1568
    SLOT 1569
    SLOT 1570
    SLOT 1571
    SLOT 1572
    SLOT 1573
    SLOT 1574
    SLOT 1575
    SLOT 1576
    SLOT 1577
    SLOT 1578
    SLOT 1579
    SLOT 1580
    SLOT 1581
    SLOT 1582
    SLOT 1583
    SLOT 1584
    SLOT 1585
    SLOT 1586
    SLOT 1587
    SLOT 1588
    SLOT 1589
    SLOT 1590
    SLOT 1591
    SLOT 1592
    SLOT 1593
    SLOT 1594
    SLOT 1595
    SLOT 1596
    SLOT 1597
    SLOT 1598
    SLOT 1599
    SLOT 1600
    SLOT 1601
    SLOT 1602
    SLOT 1603
    SLOT 1604
    SLOT 1605
    SLOT 1606
    SLOT 1607
    SLOT 1608
    SLOT 1609
    SLOT 1610
    SLOT 1611
    .size shunt_slots, 12896

    .section .note.GNU-stack,"",%progbits

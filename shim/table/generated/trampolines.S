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
TRAMPOLINE MPIX_Comm_shrink, 434
TRAMPOLINE PMPIX_Comm_shrink, 435
TRAMPOLINE MPI_Cart_create, 436
TRAMPOLINE PMPI_Cart_create, 437
TRAMPOLINE MPI_Cart_sub, 438
TRAMPOLINE PMPI_Cart_sub, 439
TRAMPOLINE MPI_Comm_accept, 440
TRAMPOLINE PMPI_Comm_accept, 441
TRAMPOLINE MPI_Comm_connect, 442
TRAMPOLINE PMPI_Comm_connect, 443
TRAMPOLINE MPI_Comm_create, 444
TRAMPOLINE PMPI_Comm_create, 445
TRAMPOLINE MPI_Comm_create_from_group, 446
TRAMPOLINE PMPI_Comm_create_from_group, 447
TRAMPOLINE MPI_Comm_create_group, 448
TRAMPOLINE PMPI_Comm_create_group, 449
TRAMPOLINE MPI_Comm_disconnect, 450
TRAMPOLINE PMPI_Comm_disconnect, 451
TRAMPOLINE MPI_Comm_dup, 452
TRAMPOLINE PMPI_Comm_dup, 453
TRAMPOLINE MPI_Comm_dup_with_info, 454
TRAMPOLINE PMPI_Comm_dup_with_info, 455
TRAMPOLINE MPI_Comm_free, 456
TRAMPOLINE PMPI_Comm_free, 457
TRAMPOLINE MPI_Comm_idup, 458
TRAMPOLINE PMPI_Comm_idup, 459
TRAMPOLINE MPI_Comm_idup_with_info, 460
TRAMPOLINE PMPI_Comm_idup_with_info, 461
TRAMPOLINE MPI_Comm_join, 462
TRAMPOLINE PMPI_Comm_join, 463
TRAMPOLINE MPI_Comm_spawn, 464
TRAMPOLINE PMPI_Comm_spawn, 465
TRAMPOLINE MPI_Comm_spawn_multiple, 466
TRAMPOLINE PMPI_Comm_spawn_multiple, 467
TRAMPOLINE MPI_Comm_split, 468
TRAMPOLINE PMPI_Comm_split, 469
TRAMPOLINE MPI_Comm_split_type, 470
TRAMPOLINE PMPI_Comm_split_type, 471
TRAMPOLINE MPI_Dist_graph_create, 472
TRAMPOLINE PMPI_Dist_graph_create, 473
TRAMPOLINE MPI_Dist_graph_create_adjacent, 474
TRAMPOLINE PMPI_Dist_graph_create_adjacent, 475
TRAMPOLINE MPI_Graph_create, 476
TRAMPOLINE PMPI_Graph_create, 477
TRAMPOLINE MPI_Intercomm_create, 478
TRAMPOLINE PMPI_Intercomm_create, 479
TRAMPOLINE MPI_Intercomm_create_from_groups, 480
TRAMPOLINE PMPI_Intercomm_create_from_groups, 481
TRAMPOLINE MPI_Intercomm_merge, 482
TRAMPOLINE PMPI_Intercomm_merge, 483
TRAMPOLINE MPI_Accumulate, 484
TRAMPOLINE PMPI_Accumulate, 485
TRAMPOLINE MPI_Accumulate_c, 486
TRAMPOLINE PMPI_Accumulate_c, 487
TRAMPOLINE MPI_Compare_and_swap, 488
TRAMPOLINE PMPI_Compare_and_swap, 489
TRAMPOLINE MPI_Fetch_and_op, 490
TRAMPOLINE PMPI_Fetch_and_op, 491
TRAMPOLINE MPI_Get, 492
TRAMPOLINE PMPI_Get, 493
TRAMPOLINE MPI_Get_c, 494
TRAMPOLINE PMPI_Get_c, 495
TRAMPOLINE MPI_Get_accumulate, 496
TRAMPOLINE PMPI_Get_accumulate, 497
TRAMPOLINE MPI_Get_accumulate_c, 498
TRAMPOLINE PMPI_Get_accumulate_c, 499
TRAMPOLINE MPI_Put, 500
TRAMPOLINE PMPI_Put, 501
TRAMPOLINE MPI_Put_c, 502
TRAMPOLINE PMPI_Put_c, 503
TRAMPOLINE MPI_Raccumulate, 504
TRAMPOLINE PMPI_Raccumulate, 505
TRAMPOLINE MPI_Raccumulate_c, 506
TRAMPOLINE PMPI_Raccumulate_c, 507
TRAMPOLINE MPI_Rget, 508
TRAMPOLINE PMPI_Rget, 509
TRAMPOLINE MPI_Rget_c, 510
TRAMPOLINE PMPI_Rget_c, 511
TRAMPOLINE MPI_Rget_accumulate, 512
TRAMPOLINE PMPI_Rget_accumulate, 513
TRAMPOLINE MPI_Rget_accumulate_c, 514
TRAMPOLINE PMPI_Rget_accumulate_c, 515
TRAMPOLINE MPI_Rput, 516
TRAMPOLINE PMPI_Rput, 517
TRAMPOLINE MPI_Rput_c, 518
TRAMPOLINE PMPI_Rput_c, 519
TRAMPOLINE MPI_Win_allocate, 520
TRAMPOLINE PMPI_Win_allocate, 521
TRAMPOLINE MPI_Win_allocate_c, 522
TRAMPOLINE PMPI_Win_allocate_c, 523
TRAMPOLINE MPI_Win_allocate_shared, 524
TRAMPOLINE PMPI_Win_allocate_shared, 525
TRAMPOLINE MPI_Win_allocate_shared_c, 526
TRAMPOLINE PMPI_Win_allocate_shared_c, 527
TRAMPOLINE MPI_Win_complete, 528
TRAMPOLINE PMPI_Win_complete, 529
TRAMPOLINE MPI_Win_create, 530
TRAMPOLINE PMPI_Win_create, 531
TRAMPOLINE MPI_Win_create_c, 532
TRAMPOLINE PMPI_Win_create_c, 533
TRAMPOLINE MPI_Win_create_dynamic, 534
TRAMPOLINE PMPI_Win_create_dynamic, 535
TRAMPOLINE MPI_Win_fence, 536
TRAMPOLINE PMPI_Win_fence, 537
TRAMPOLINE MPI_Win_flush, 538
TRAMPOLINE PMPI_Win_flush, 539
TRAMPOLINE MPI_Win_flush_all, 540
TRAMPOLINE PMPI_Win_flush_all, 541
TRAMPOLINE MPI_Win_flush_local, 542
TRAMPOLINE PMPI_Win_flush_local, 543
TRAMPOLINE MPI_Win_flush_local_all, 544
TRAMPOLINE PMPI_Win_flush_local_all, 545
TRAMPOLINE MPI_Win_free, 546
TRAMPOLINE PMPI_Win_free, 547
TRAMPOLINE MPI_Win_lock, 548
TRAMPOLINE PMPI_Win_lock, 549
TRAMPOLINE MPI_Win_lock_all, 550
TRAMPOLINE PMPI_Win_lock_all, 551
TRAMPOLINE MPI_Win_post, 552
TRAMPOLINE PMPI_Win_post, 553
TRAMPOLINE MPI_Win_start, 554
TRAMPOLINE PMPI_Win_start, 555
TRAMPOLINE MPI_Win_sync, 556
TRAMPOLINE PMPI_Win_sync, 557
TRAMPOLINE MPI_Win_test, 558
TRAMPOLINE PMPI_Win_test, 559
TRAMPOLINE MPI_Win_unlock, 560
TRAMPOLINE PMPI_Win_unlock, 561
TRAMPOLINE MPI_Win_unlock_all, 562
TRAMPOLINE PMPI_Win_unlock_all, 563
TRAMPOLINE MPI_Win_wait, 564
TRAMPOLINE PMPI_Win_wait, 565
TRAMPOLINE MPI_File_close, 566
TRAMPOLINE PMPI_File_close, 567
TRAMPOLINE MPI_File_iread, 568
TRAMPOLINE PMPI_File_iread, 569
TRAMPOLINE MPI_File_iread_c, 570
TRAMPOLINE PMPI_File_iread_c, 571
TRAMPOLINE MPI_File_iread_all, 572
TRAMPOLINE PMPI_File_iread_all, 573
TRAMPOLINE MPI_File_iread_all_c, 574
TRAMPOLINE PMPI_File_iread_all_c, 575
TRAMPOLINE MPI_File_iread_at, 576
TRAMPOLINE PMPI_File_iread_at, 577
TRAMPOLINE MPI_File_iread_at_c, 578
TRAMPOLINE PMPI_File_iread_at_c, 579
TRAMPOLINE MPI_File_iread_at_all, 580
TRAMPOLINE PMPI_File_iread_at_all, 581
TRAMPOLINE MPI_File_iread_at_all_c, 582
TRAMPOLINE PMPI_File_iread_at_all_c, 583
TRAMPOLINE MPI_File_iread_shared, 584
TRAMPOLINE PMPI_File_iread_shared, 585
TRAMPOLINE MPI_File_iread_shared_c, 586
TRAMPOLINE PMPI_File_iread_shared_c, 587
TRAMPOLINE MPI_File_iwrite, 588
TRAMPOLINE PMPI_File_iwrite, 589
TRAMPOLINE MPI_File_iwrite_c, 590
TRAMPOLINE PMPI_File_iwrite_c, 591
TRAMPOLINE MPI_File_iwrite_all, 592
TRAMPOLINE PMPI_File_iwrite_all, 593
TRAMPOLINE MPI_File_iwrite_all_c, 594
TRAMPOLINE PMPI_File_iwrite_all_c, 595
TRAMPOLINE MPI_File_iwrite_at, 596
TRAMPOLINE PMPI_File_iwrite_at, 597
TRAMPOLINE MPI_File_iwrite_at_c, 598
TRAMPOLINE PMPI_File_iwrite_at_c, 599
TRAMPOLINE MPI_File_iwrite_at_all, 600
TRAMPOLINE PMPI_File_iwrite_at_all, 601
TRAMPOLINE MPI_File_iwrite_at_all_c, 602
TRAMPOLINE PMPI_File_iwrite_at_all_c, 603
TRAMPOLINE MPI_File_iwrite_shared, 604
TRAMPOLINE PMPI_File_iwrite_shared, 605
TRAMPOLINE MPI_File_iwrite_shared_c, 606
TRAMPOLINE PMPI_File_iwrite_shared_c, 607
TRAMPOLINE MPI_File_open, 608
TRAMPOLINE PMPI_File_open, 609
TRAMPOLINE MPI_File_read, 610
TRAMPOLINE PMPI_File_read, 611
TRAMPOLINE MPI_File_read_c, 612
TRAMPOLINE PMPI_File_read_c, 613
TRAMPOLINE MPI_File_read_all, 614
TRAMPOLINE PMPI_File_read_all, 615
TRAMPOLINE MPI_File_read_all_c, 616
TRAMPOLINE PMPI_File_read_all_c, 617
TRAMPOLINE MPI_File_read_all_begin, 618
TRAMPOLINE PMPI_File_read_all_begin, 619
TRAMPOLINE MPI_File_read_all_begin_c, 620
TRAMPOLINE PMPI_File_read_all_begin_c, 621
TRAMPOLINE MPI_File_read_all_end, 622
TRAMPOLINE PMPI_File_read_all_end, 623
TRAMPOLINE MPI_File_read_at, 624
TRAMPOLINE PMPI_File_read_at, 625
TRAMPOLINE MPI_File_read_at_c, 626
TRAMPOLINE PMPI_File_read_at_c, 627
TRAMPOLINE MPI_File_read_at_all, 628
TRAMPOLINE PMPI_File_read_at_all, 629
TRAMPOLINE MPI_File_read_at_all_c, 630
TRAMPOLINE PMPI_File_read_at_all_c, 631
TRAMPOLINE MPI_File_read_at_all_begin, 632
TRAMPOLINE PMPI_File_read_at_all_begin, 633
TRAMPOLINE MPI_File_read_at_all_begin_c, 634
TRAMPOLINE PMPI_File_read_at_all_begin_c, 635
TRAMPOLINE MPI_File_read_at_all_end, 636
TRAMPOLINE PMPI_File_read_at_all_end, 637
TRAMPOLINE MPI_File_read_ordered, 638
TRAMPOLINE PMPI_File_read_ordered, 639
TRAMPOLINE MPI_File_read_ordered_c, 640
TRAMPOLINE PMPI_File_read_ordered_c, 641
TRAMPOLINE MPI_File_read_ordered_begin, 642
TRAMPOLINE PMPI_File_read_ordered_begin, 643
TRAMPOLINE MPI_File_read_ordered_begin_c, 644
TRAMPOLINE PMPI_File_read_ordered_begin_c, 645
TRAMPOLINE MPI_File_read_ordered_end, 646
TRAMPOLINE PMPI_File_read_ordered_end, 647
TRAMPOLINE MPI_File_read_shared, 648
TRAMPOLINE PMPI_File_read_shared, 649
TRAMPOLINE MPI_File_read_shared_c, 650
TRAMPOLINE PMPI_File_read_shared_c, 651
TRAMPOLINE MPI_File_write, 652
TRAMPOLINE PMPI_File_write, 653
TRAMPOLINE MPI_File_write_c, 654
TRAMPOLINE PMPI_File_write_c, 655
TRAMPOLINE MPI_File_write_all, 656
TRAMPOLINE PMPI_File_write_all, 657
TRAMPOLINE MPI_File_write_all_c, 658
TRAMPOLINE PMPI_File_write_all_c, 659
TRAMPOLINE MPI_File_write_all_begin, 660
TRAMPOLINE PMPI_File_write_all_begin, 661
TRAMPOLINE MPI_File_write_all_begin_c, 662
TRAMPOLINE PMPI_File_write_all_begin_c, 663
TRAMPOLINE MPI_File_write_all_end, 664
TRAMPOLINE PMPI_File_write_all_end, 665
TRAMPOLINE MPI_File_write_at, 666
TRAMPOLINE PMPI_File_write_at, 667
TRAMPOLINE MPI_File_write_at_c, 668
TRAMPOLINE PMPI_File_write_at_c, 669
TRAMPOLINE MPI_File_write_at_all, 670
TRAMPOLINE PMPI_File_write_at_all, 671
TRAMPOLINE MPI_File_write_at_all_c, 672
TRAMPOLINE PMPI_File_write_at_all_c, 673
TRAMPOLINE MPI_File_write_at_all_begin, 674
TRAMPOLINE PMPI_File_write_at_all_begin, 675
TRAMPOLINE MPI_File_write_at_all_begin_c, 676
TRAMPOLINE PMPI_File_write_at_all_begin_c, 677
TRAMPOLINE MPI_File_write_at_all_end, 678
TRAMPOLINE PMPI_File_write_at_all_end, 679
TRAMPOLINE MPI_File_write_ordered, 680
TRAMPOLINE PMPI_File_write_ordered, 681
TRAMPOLINE MPI_File_write_ordered_c, 682
TRAMPOLINE PMPI_File_write_ordered_c, 683
TRAMPOLINE MPI_File_write_ordered_begin, 684
TRAMPOLINE PMPI_File_write_ordered_begin, 685
TRAMPOLINE MPI_File_write_ordered_begin_c, 686
TRAMPOLINE PMPI_File_write_ordered_begin_c, 687
TRAMPOLINE MPI_File_write_ordered_end, 688
TRAMPOLINE PMPI_File_write_ordered_end, 689
TRAMPOLINE MPI_File_write_shared, 690
TRAMPOLINE PMPI_File_write_shared, 691
TRAMPOLINE MPI_File_write_shared_c, 692
TRAMPOLINE PMPI_File_write_shared_c, 693
TRAMPOLINE MPIX_Comm_agree, 694
TRAMPOLINE PMPIX_Comm_agree, 695
TRAMPOLINE MPIX_Comm_failure_ack, 696
TRAMPOLINE PMPIX_Comm_failure_ack, 697
TRAMPOLINE MPIX_Comm_failure_get_acked, 698
TRAMPOLINE PMPIX_Comm_failure_get_acked, 699
TRAMPOLINE MPIX_Comm_revoke, 700
TRAMPOLINE PMPIX_Comm_revoke, 701
TRAMPOLINE MPI_Alloc_mem, 702
TRAMPOLINE PMPI_Alloc_mem, 703
TRAMPOLINE MPI_Buffer_attach, 704
TRAMPOLINE PMPI_Buffer_attach, 705
TRAMPOLINE MPI_Buffer_attach_c, 706
TRAMPOLINE PMPI_Buffer_attach_c, 707
TRAMPOLINE MPI_Buffer_detach, 708
TRAMPOLINE PMPI_Buffer_detach, 709
TRAMPOLINE MPI_Buffer_detach_c, 710
TRAMPOLINE PMPI_Buffer_detach_c, 711
TRAMPOLINE MPI_Cancel, 712
TRAMPOLINE PMPI_Cancel, 713
TRAMPOLINE MPI_Cart_coords, 714
TRAMPOLINE PMPI_Cart_coords, 715
TRAMPOLINE MPI_Cart_get, 716
TRAMPOLINE PMPI_Cart_get, 717
TRAMPOLINE MPI_Cart_map, 718
TRAMPOLINE PMPI_Cart_map, 719
TRAMPOLINE MPI_Cart_rank, 720
TRAMPOLINE PMPI_Cart_rank, 721
TRAMPOLINE MPI_Cart_shift, 722
TRAMPOLINE PMPI_Cart_shift, 723
TRAMPOLINE MPI_Cartdim_get, 724
TRAMPOLINE PMPI_Cartdim_get, 725
TRAMPOLINE MPI_Close_port, 726
TRAMPOLINE PMPI_Close_port, 727
TRAMPOLINE MPI_Comm_compare, 728
TRAMPOLINE PMPI_Comm_compare, 729
TRAMPOLINE MPI_Comm_get_info, 730
TRAMPOLINE PMPI_Comm_get_info, 731
TRAMPOLINE MPI_Comm_get_name, 732
TRAMPOLINE PMPI_Comm_get_name, 733
TRAMPOLINE MPI_Comm_get_parent, 734
TRAMPOLINE PMPI_Comm_get_parent, 735
TRAMPOLINE MPI_Comm_group, 736
TRAMPOLINE PMPI_Comm_group, 737
TRAMPOLINE MPI_Comm_get_attr, 738
TRAMPOLINE PMPI_Comm_get_attr, 739
TRAMPOLINE MPI_Query_thread, 740
TRAMPOLINE PMPI_Query_thread, 741
TRAMPOLINE MPI_Comm_set_errhandler, 742
TRAMPOLINE PMPI_Comm_set_errhandler, 743
TRAMPOLINE MPI_Comm_call_errhandler, 744
TRAMPOLINE PMPI_Comm_call_errhandler, 745
TRAMPOLINE MPI_Comm_get_errhandler, 746
TRAMPOLINE PMPI_Comm_get_errhandler, 747
TRAMPOLINE MPI_Errhandler_free, 748
TRAMPOLINE PMPI_Errhandler_free, 749
TRAMPOLINE MPI_Comm_rank, 750
TRAMPOLINE PMPI_Comm_rank, 751
TRAMPOLINE MPI_Comm_remote_group, 752
TRAMPOLINE PMPI_Comm_remote_group, 753
TRAMPOLINE MPI_Comm_remote_size, 754
TRAMPOLINE PMPI_Comm_remote_size, 755
TRAMPOLINE MPI_Comm_set_info, 756
TRAMPOLINE PMPI_Comm_set_info, 757
TRAMPOLINE MPI_Comm_set_name, 758
TRAMPOLINE PMPI_Comm_set_name, 759
TRAMPOLINE MPI_Comm_size, 760
TRAMPOLINE PMPI_Comm_size, 761
TRAMPOLINE MPI_Comm_test_inter, 762
TRAMPOLINE PMPI_Comm_test_inter, 763
TRAMPOLINE MPI_Dims_create, 764
TRAMPOLINE PMPI_Dims_create, 765
TRAMPOLINE MPI_Dist_graph_neighbors, 766
TRAMPOLINE PMPI_Dist_graph_neighbors, 767
TRAMPOLINE MPI_Dist_graph_neighbors_count, 768
TRAMPOLINE PMPI_Dist_graph_neighbors_count, 769
TRAMPOLINE MPI_File_delete, 770
TRAMPOLINE PMPI_File_delete, 771
TRAMPOLINE MPI_File_get_amode, 772
TRAMPOLINE PMPI_File_get_amode, 773
TRAMPOLINE MPI_File_get_atomicity, 774
TRAMPOLINE PMPI_File_get_atomicity, 775
TRAMPOLINE MPI_File_get_byte_offset, 776
TRAMPOLINE PMPI_File_get_byte_offset, 777
TRAMPOLINE MPI_File_get_group, 778
TRAMPOLINE PMPI_File_get_group, 779
TRAMPOLINE MPI_File_get_info, 780
TRAMPOLINE PMPI_File_get_info, 781
TRAMPOLINE MPI_File_get_position, 782
TRAMPOLINE PMPI_File_get_position, 783
TRAMPOLINE MPI_File_get_position_shared, 784
TRAMPOLINE PMPI_File_get_position_shared, 785
TRAMPOLINE MPI_File_get_size, 786
TRAMPOLINE PMPI_File_get_size, 787
TRAMPOLINE MPI_File_get_type_extent, 788
TRAMPOLINE PMPI_File_get_type_extent, 789
TRAMPOLINE MPI_File_get_type_extent_c, 790
TRAMPOLINE PMPI_File_get_type_extent_c, 791
TRAMPOLINE MPI_File_get_view, 792
TRAMPOLINE PMPI_File_get_view, 793
TRAMPOLINE MPI_File_preallocate, 794
TRAMPOLINE PMPI_File_preallocate, 795
TRAMPOLINE MPI_File_seek, 796
TRAMPOLINE PMPI_File_seek, 797
TRAMPOLINE MPI_File_seek_shared, 798
TRAMPOLINE PMPI_File_seek_shared, 799
TRAMPOLINE MPI_File_set_atomicity, 800
TRAMPOLINE PMPI_File_set_atomicity, 801
TRAMPOLINE MPI_File_set_info, 802
TRAMPOLINE PMPI_File_set_info, 803
TRAMPOLINE MPI_File_set_size, 804
TRAMPOLINE PMPI_File_set_size, 805
TRAMPOLINE MPI_File_set_view, 806
TRAMPOLINE PMPI_File_set_view, 807
TRAMPOLINE MPI_File_sync, 808
TRAMPOLINE PMPI_File_sync, 809
TRAMPOLINE MPI_Free_mem, 810
TRAMPOLINE PMPI_Free_mem, 811
TRAMPOLINE MPI_Get_count, 812
TRAMPOLINE PMPI_Get_count, 813
TRAMPOLINE MPI_Get_count_c, 814
TRAMPOLINE PMPI_Get_count_c, 815
TRAMPOLINE MPI_Get_elements, 816
TRAMPOLINE PMPI_Get_elements, 817
TRAMPOLINE MPI_Get_elements_c, 818
TRAMPOLINE PMPI_Get_elements_c, 819
TRAMPOLINE MPI_Get_elements_x, 820
TRAMPOLINE PMPI_Get_elements_x, 821
TRAMPOLINE MPI_Get_processor_name, 822
TRAMPOLINE PMPI_Get_processor_name, 823
TRAMPOLINE MPI_Graph_get, 824
TRAMPOLINE PMPI_Graph_get, 825
TRAMPOLINE MPI_Graph_map, 826
TRAMPOLINE PMPI_Graph_map, 827
TRAMPOLINE MPI_Graph_neighbors, 828
TRAMPOLINE PMPI_Graph_neighbors, 829
TRAMPOLINE MPI_Graph_neighbors_count, 830
TRAMPOLINE PMPI_Graph_neighbors_count, 831
TRAMPOLINE MPI_Graphdims_get, 832
TRAMPOLINE PMPI_Graphdims_get, 833
TRAMPOLINE MPI_Grequest_complete, 834
TRAMPOLINE PMPI_Grequest_complete, 835
TRAMPOLINE MPI_Group_compare, 836
TRAMPOLINE PMPI_Group_compare, 837
TRAMPOLINE MPI_Group_difference, 838
TRAMPOLINE PMPI_Group_difference, 839
TRAMPOLINE MPI_Group_excl, 840
TRAMPOLINE PMPI_Group_excl, 841
TRAMPOLINE MPI_Group_free, 842
TRAMPOLINE PMPI_Group_free, 843
TRAMPOLINE MPI_Group_from_session_pset, 844
TRAMPOLINE PMPI_Group_from_session_pset, 845
TRAMPOLINE MPI_Group_incl, 846
TRAMPOLINE PMPI_Group_incl, 847
TRAMPOLINE MPI_Group_intersection, 848
TRAMPOLINE PMPI_Group_intersection, 849
TRAMPOLINE MPI_Group_range_excl, 850
TRAMPOLINE PMPI_Group_range_excl, 851
TRAMPOLINE MPI_Group_range_incl, 852
TRAMPOLINE PMPI_Group_range_incl, 853
TRAMPOLINE MPI_Group_rank, 854
TRAMPOLINE PMPI_Group_rank, 855
TRAMPOLINE MPI_Group_size, 856
TRAMPOLINE PMPI_Group_size, 857
TRAMPOLINE MPI_Group_translate_ranks, 858
TRAMPOLINE PMPI_Group_translate_ranks, 859
TRAMPOLINE MPI_Group_union, 860
TRAMPOLINE PMPI_Group_union, 861
TRAMPOLINE MPI_Info_create, 862
TRAMPOLINE PMPI_Info_create, 863
TRAMPOLINE MPI_Info_create_env, 864
TRAMPOLINE PMPI_Info_create_env, 865
TRAMPOLINE MPI_Info_delete, 866
TRAMPOLINE PMPI_Info_delete, 867
TRAMPOLINE MPI_Info_dup, 868
TRAMPOLINE PMPI_Info_dup, 869
TRAMPOLINE MPI_Info_free, 870
TRAMPOLINE PMPI_Info_free, 871
TRAMPOLINE MPI_Info_get, 872
TRAMPOLINE PMPI_Info_get, 873
TRAMPOLINE MPI_Info_get_nkeys, 874
TRAMPOLINE PMPI_Info_get_nkeys, 875
TRAMPOLINE MPI_Info_get_nthkey, 876
TRAMPOLINE PMPI_Info_get_nthkey, 877
TRAMPOLINE MPI_Info_get_string, 878
TRAMPOLINE PMPI_Info_get_string, 879
TRAMPOLINE MPI_Info_get_valuelen, 880
TRAMPOLINE PMPI_Info_get_valuelen, 881
TRAMPOLINE MPI_Info_set, 882
TRAMPOLINE PMPI_Info_set, 883
TRAMPOLINE MPI_Keyval_free, 884
TRAMPOLINE PMPI_Keyval_free, 885
TRAMPOLINE MPI_Lookup_name, 886
TRAMPOLINE PMPI_Lookup_name, 887
TRAMPOLINE MPI_Op_commutative, 888
TRAMPOLINE PMPI_Op_commutative, 889
TRAMPOLINE MPI_Op_free, 890
TRAMPOLINE PMPI_Op_free, 891
TRAMPOLINE MPI_Open_port, 892
TRAMPOLINE PMPI_Open_port, 893
TRAMPOLINE MPI_Pack, 894
TRAMPOLINE PMPI_Pack, 895
TRAMPOLINE MPI_Pack_c, 896
TRAMPOLINE PMPI_Pack_c, 897
TRAMPOLINE MPI_Pack_external, 898
TRAMPOLINE PMPI_Pack_external, 899
TRAMPOLINE MPI_Pack_external_c, 900
TRAMPOLINE PMPI_Pack_external_c, 901
TRAMPOLINE MPI_Pack_external_size, 902
TRAMPOLINE PMPI_Pack_external_size, 903
TRAMPOLINE MPI_Pack_external_size_c, 904
TRAMPOLINE PMPI_Pack_external_size_c, 905
TRAMPOLINE MPI_Pack_size, 906
TRAMPOLINE PMPI_Pack_size, 907
TRAMPOLINE MPI_Pack_size_c, 908
TRAMPOLINE PMPI_Pack_size_c, 909
TRAMPOLINE MPI_Parrived, 910
TRAMPOLINE PMPI_Parrived, 911
TRAMPOLINE MPI_Pready, 912
TRAMPOLINE PMPI_Pready, 913
TRAMPOLINE MPI_Pready_list, 914
TRAMPOLINE PMPI_Pready_list, 915
TRAMPOLINE MPI_Pready_range, 916
TRAMPOLINE PMPI_Pready_range, 917
TRAMPOLINE MPI_Publish_name, 918
TRAMPOLINE PMPI_Publish_name, 919
TRAMPOLINE MPI_Reduce_local, 920
TRAMPOLINE PMPI_Reduce_local, 921
TRAMPOLINE MPI_Reduce_local_c, 922
TRAMPOLINE PMPI_Reduce_local_c, 923
TRAMPOLINE MPI_Request_get_status, 924
TRAMPOLINE PMPI_Request_get_status, 925
TRAMPOLINE MPI_Session_get_info, 926
TRAMPOLINE PMPI_Session_get_info, 927
TRAMPOLINE MPI_Session_get_nth_pset, 928
TRAMPOLINE PMPI_Session_get_nth_pset, 929
TRAMPOLINE MPI_Session_get_num_psets, 930
TRAMPOLINE PMPI_Session_get_num_psets, 931
TRAMPOLINE MPI_Session_get_pset_info, 932
TRAMPOLINE PMPI_Session_get_pset_info, 933
TRAMPOLINE MPI_Status_set_cancelled, 934
TRAMPOLINE PMPI_Status_set_cancelled, 935
TRAMPOLINE MPI_Status_set_elements, 936
TRAMPOLINE PMPI_Status_set_elements, 937
TRAMPOLINE MPI_Status_set_elements_x, 938
TRAMPOLINE PMPI_Status_set_elements_x, 939
TRAMPOLINE MPI_Test_cancelled, 940
TRAMPOLINE PMPI_Test_cancelled, 941
TRAMPOLINE MPI_Topo_test, 942
TRAMPOLINE PMPI_Topo_test, 943
TRAMPOLINE MPI_Type_commit, 944
TRAMPOLINE PMPI_Type_commit, 945
TRAMPOLINE MPI_Type_contiguous, 946
TRAMPOLINE PMPI_Type_contiguous, 947
TRAMPOLINE MPI_Type_contiguous_c, 948
TRAMPOLINE PMPI_Type_contiguous_c, 949
TRAMPOLINE MPI_Type_create_darray, 950
TRAMPOLINE PMPI_Type_create_darray, 951
TRAMPOLINE MPI_Type_create_darray_c, 952
TRAMPOLINE PMPI_Type_create_darray_c, 953
TRAMPOLINE MPI_Type_create_f90_complex, 954
TRAMPOLINE PMPI_Type_create_f90_complex, 955
TRAMPOLINE MPI_Type_create_f90_integer, 956
TRAMPOLINE PMPI_Type_create_f90_integer, 957
TRAMPOLINE MPI_Type_create_f90_real, 958
TRAMPOLINE PMPI_Type_create_f90_real, 959
TRAMPOLINE MPI_Type_create_hindexed, 960
TRAMPOLINE PMPI_Type_create_hindexed, 961
TRAMPOLINE MPI_Type_create_hindexed_c, 962
TRAMPOLINE PMPI_Type_create_hindexed_c, 963
TRAMPOLINE MPI_Type_create_hindexed_block, 964
TRAMPOLINE PMPI_Type_create_hindexed_block, 965
TRAMPOLINE MPI_Type_create_hindexed_block_c, 966
TRAMPOLINE PMPI_Type_create_hindexed_block_c, 967
TRAMPOLINE MPI_Type_create_hvector, 968
TRAMPOLINE PMPI_Type_create_hvector, 969
TRAMPOLINE MPI_Type_create_hvector_c, 970
TRAMPOLINE PMPI_Type_create_hvector_c, 971
TRAMPOLINE MPI_Type_create_indexed_block, 972
TRAMPOLINE PMPI_Type_create_indexed_block, 973
TRAMPOLINE MPI_Type_create_indexed_block_c, 974
TRAMPOLINE PMPI_Type_create_indexed_block_c, 975
TRAMPOLINE MPI_Type_create_resized, 976
TRAMPOLINE PMPI_Type_create_resized, 977
TRAMPOLINE MPI_Type_create_resized_c, 978
TRAMPOLINE PMPI_Type_create_resized_c, 979
TRAMPOLINE MPI_Type_create_struct, 980
TRAMPOLINE PMPI_Type_create_struct, 981
TRAMPOLINE MPI_Type_create_struct_c, 982
TRAMPOLINE PMPI_Type_create_struct_c, 983
TRAMPOLINE MPI_Type_create_subarray, 984
TRAMPOLINE PMPI_Type_create_subarray, 985
TRAMPOLINE MPI_Type_create_subarray_c, 986
TRAMPOLINE PMPI_Type_create_subarray_c, 987
TRAMPOLINE MPI_Type_dup, 988
TRAMPOLINE PMPI_Type_dup, 989
TRAMPOLINE MPI_Type_free, 990
TRAMPOLINE PMPI_Type_free, 991
TRAMPOLINE MPI_Type_get_contents_c, 992
TRAMPOLINE PMPI_Type_get_contents_c, 993
TRAMPOLINE MPI_Type_get_contents, 994
TRAMPOLINE PMPI_Type_get_contents, 995
TRAMPOLINE MPI_Type_get_envelope_c, 996
TRAMPOLINE PMPI_Type_get_envelope_c, 997
TRAMPOLINE MPI_Type_get_envelope, 998
TRAMPOLINE PMPI_Type_get_envelope, 999
TRAMPOLINE MPI_Type_get_extent, 1000
TRAMPOLINE PMPI_Type_get_extent, 1001
TRAMPOLINE MPI_Type_get_extent_c, 1002
TRAMPOLINE PMPI_Type_get_extent_c, 1003
TRAMPOLINE MPI_Type_get_extent_x, 1004
TRAMPOLINE PMPI_Type_get_extent_x, 1005
TRAMPOLINE MPI_Type_get_name, 1006
TRAMPOLINE PMPI_Type_get_name, 1007
TRAMPOLINE MPI_Type_get_true_extent, 1008
TRAMPOLINE PMPI_Type_get_true_extent, 1009
TRAMPOLINE MPI_Type_get_true_extent_c, 1010
TRAMPOLINE PMPI_Type_get_true_extent_c, 1011
TRAMPOLINE MPI_Type_get_true_extent_x, 1012
TRAMPOLINE PMPI_Type_get_true_extent_x, 1013
TRAMPOLINE MPI_Type_indexed, 1014
TRAMPOLINE PMPI_Type_indexed, 1015
TRAMPOLINE MPI_Type_indexed_c, 1016
TRAMPOLINE PMPI_Type_indexed_c, 1017
TRAMPOLINE MPI_Type_match_size, 1018
TRAMPOLINE PMPI_Type_match_size, 1019
TRAMPOLINE MPI_Type_set_name, 1020
TRAMPOLINE PMPI_Type_set_name, 1021
TRAMPOLINE MPI_Type_size, 1022
TRAMPOLINE PMPI_Type_size, 1023
TRAMPOLINE MPI_Type_size_c, 1024
TRAMPOLINE PMPI_Type_size_c, 1025
TRAMPOLINE MPI_Type_size_x, 1026
TRAMPOLINE PMPI_Type_size_x, 1027
TRAMPOLINE MPI_Type_vector, 1028
TRAMPOLINE PMPI_Type_vector, 1029
TRAMPOLINE MPI_Type_vector_c, 1030
TRAMPOLINE PMPI_Type_vector_c, 1031
TRAMPOLINE MPI_Unpack, 1032
TRAMPOLINE PMPI_Unpack, 1033
TRAMPOLINE MPI_Unpack_c, 1034
TRAMPOLINE PMPI_Unpack_c, 1035
TRAMPOLINE MPI_Unpack_external, 1036
TRAMPOLINE PMPI_Unpack_external, 1037
TRAMPOLINE MPI_Unpack_external_c, 1038
TRAMPOLINE PMPI_Unpack_external_c, 1039
TRAMPOLINE MPI_Unpublish_name, 1040
TRAMPOLINE PMPI_Unpublish_name, 1041
TRAMPOLINE MPI_Win_attach, 1042
TRAMPOLINE PMPI_Win_attach, 1043
TRAMPOLINE MPI_Win_detach, 1044
TRAMPOLINE PMPI_Win_detach, 1045
TRAMPOLINE MPI_Win_get_group, 1046
TRAMPOLINE PMPI_Win_get_group, 1047
TRAMPOLINE MPI_Win_get_info, 1048
TRAMPOLINE PMPI_Win_get_info, 1049
TRAMPOLINE MPI_Win_get_name, 1050
TRAMPOLINE PMPI_Win_get_name, 1051
TRAMPOLINE MPI_Win_set_info, 1052
TRAMPOLINE PMPI_Win_set_info, 1053
TRAMPOLINE MPI_Win_set_name, 1054
TRAMPOLINE PMPI_Win_set_name, 1055
TRAMPOLINE MPI_Win_shared_query, 1056
TRAMPOLINE PMPI_Win_shared_query, 1057
TRAMPOLINE MPI_Win_shared_query_c, 1058
TRAMPOLINE PMPI_Win_shared_query_c, 1059
TRAMPOLINE MPIX_Delete_error_class, 1060
TRAMPOLINE PMPIX_Delete_error_class, 1061
TRAMPOLINE MPIX_Delete_error_code, 1062
TRAMPOLINE PMPIX_Delete_error_code, 1063
TRAMPOLINE MPIX_Delete_error_string, 1064
TRAMPOLINE PMPIX_Delete_error_string, 1065
TRAMPOLINE MPIX_GPU_query_support, 1066
TRAMPOLINE PMPIX_GPU_query_support, 1067
TRAMPOLINE MPIX_Grequest_class_allocate, 1068
TRAMPOLINE PMPIX_Grequest_class_allocate, 1069
TRAMPOLINE MPIX_Grequest_class_create, 1070
TRAMPOLINE PMPIX_Grequest_class_create, 1071
TRAMPOLINE MPIX_Grequest_start, 1072
TRAMPOLINE PMPIX_Grequest_start, 1073
TRAMPOLINE MPIX_Query_cuda_support, 1074
TRAMPOLINE PMPIX_Query_cuda_support, 1075
TRAMPOLINE MPIX_Query_hip_support, 1076
TRAMPOLINE PMPIX_Query_hip_support, 1077
TRAMPOLINE MPIX_Query_ze_support, 1078
TRAMPOLINE PMPIX_Query_ze_support, 1079
TRAMPOLINE MPI_AINT_ADD_F90, 1080
TRAMPOLINE PMPI_AINT_ADD_F90, 1081
TRAMPOLINE MPI_AINT_DIFF_F90, 1082
TRAMPOLINE PMPI_AINT_DIFF_F90, 1083
TRAMPOLINE MPI_Add_error_class, 1084
TRAMPOLINE PMPI_Add_error_class, 1085
TRAMPOLINE MPI_Add_error_code, 1086
TRAMPOLINE PMPI_Add_error_code, 1087
TRAMPOLINE MPI_Add_error_string, 1088
TRAMPOLINE PMPI_Add_error_string, 1089
TRAMPOLINE MPI_Address, 1090
TRAMPOLINE PMPI_Address, 1091
TRAMPOLINE MPI_Aint_add, 1092
TRAMPOLINE PMPI_Aint_add, 1093
TRAMPOLINE MPI_Aint_diff, 1094
TRAMPOLINE PMPI_Aint_diff, 1095
TRAMPOLINE MPI_Attr_delete, 1096
TRAMPOLINE PMPI_Attr_delete, 1097
TRAMPOLINE MPI_Attr_get, 1098
TRAMPOLINE PMPI_Attr_get, 1099
TRAMPOLINE MPI_Attr_put, 1100
TRAMPOLINE PMPI_Attr_put, 1101
TRAMPOLINE MPI_COMM_DUP_FN, 1102
TRAMPOLINE PMPI_COMM_DUP_FN, 1103
TRAMPOLINE MPI_COMM_NULL_COPY_FN, 1104
TRAMPOLINE PMPI_COMM_NULL_COPY_FN, 1105
TRAMPOLINE MPI_COMM_NULL_DELETE_FN, 1106
TRAMPOLINE PMPI_COMM_NULL_DELETE_FN, 1107
TRAMPOLINE MPI_CONVERSION_FN_NULL, 1108
TRAMPOLINE PMPI_CONVERSION_FN_NULL, 1109
TRAMPOLINE MPI_Comm_c2f, 1110
TRAMPOLINE PMPI_Comm_c2f, 1111
TRAMPOLINE MPI_Comm_create_errhandler, 1112
TRAMPOLINE PMPI_Comm_create_errhandler, 1113
TRAMPOLINE MPI_Comm_create_keyval, 1114
TRAMPOLINE PMPI_Comm_create_keyval, 1115
TRAMPOLINE MPI_Comm_delete_attr, 1116
TRAMPOLINE PMPI_Comm_delete_attr, 1117
TRAMPOLINE MPI_Comm_f2c, 1118
TRAMPOLINE PMPI_Comm_f2c, 1119
TRAMPOLINE MPI_Comm_free_keyval, 1120
TRAMPOLINE PMPI_Comm_free_keyval, 1121
TRAMPOLINE MPI_Comm_set_attr, 1122
TRAMPOLINE PMPI_Comm_set_attr, 1123
TRAMPOLINE MPI_DUP_FN, 1124
TRAMPOLINE PMPI_DUP_FN, 1125
TRAMPOLINE MPI_Errhandler_c2f, 1126
TRAMPOLINE PMPI_Errhandler_c2f, 1127
TRAMPOLINE MPI_Errhandler_create, 1128
TRAMPOLINE PMPI_Errhandler_create, 1129
TRAMPOLINE MPI_Errhandler_f2c, 1130
TRAMPOLINE PMPI_Errhandler_f2c, 1131
TRAMPOLINE MPI_Errhandler_get, 1132
TRAMPOLINE PMPI_Errhandler_get, 1133
TRAMPOLINE MPI_Errhandler_set, 1134
TRAMPOLINE PMPI_Errhandler_set, 1135
TRAMPOLINE MPI_Error_class, 1136
TRAMPOLINE PMPI_Error_class, 1137
TRAMPOLINE MPI_Error_string, 1138
TRAMPOLINE PMPI_Error_string, 1139
TRAMPOLINE MPI_File_c2f, 1140
TRAMPOLINE PMPI_File_c2f, 1141
TRAMPOLINE MPI_File_call_errhandler, 1142
TRAMPOLINE PMPI_File_call_errhandler, 1143
TRAMPOLINE MPI_File_create_errhandler, 1144
TRAMPOLINE PMPI_File_create_errhandler, 1145
TRAMPOLINE MPI_File_f2c, 1146
TRAMPOLINE PMPI_File_f2c, 1147
TRAMPOLINE MPI_File_get_errhandler, 1148
TRAMPOLINE PMPI_File_get_errhandler, 1149
TRAMPOLINE MPI_File_set_errhandler, 1150
TRAMPOLINE PMPI_File_set_errhandler, 1151
TRAMPOLINE MPI_Finalized, 1152
TRAMPOLINE PMPI_Finalized, 1153
TRAMPOLINE MPI_Get_address, 1154
TRAMPOLINE PMPI_Get_address, 1155
TRAMPOLINE MPI_Get_library_version, 1156
TRAMPOLINE PMPI_Get_library_version, 1157
TRAMPOLINE MPI_Get_version, 1158
TRAMPOLINE PMPI_Get_version, 1159
TRAMPOLINE MPI_Grequest_start, 1160
TRAMPOLINE PMPI_Grequest_start, 1161
TRAMPOLINE MPI_Group_c2f, 1162
TRAMPOLINE PMPI_Group_c2f, 1163
TRAMPOLINE MPI_Group_f2c, 1164
TRAMPOLINE PMPI_Group_f2c, 1165
TRAMPOLINE MPI_Info_c2f, 1166
TRAMPOLINE PMPI_Info_c2f, 1167
TRAMPOLINE MPI_Info_f2c, 1168
TRAMPOLINE PMPI_Info_f2c, 1169
TRAMPOLINE MPI_Initialized, 1170
TRAMPOLINE PMPI_Initialized, 1171
TRAMPOLINE MPI_Is_thread_main, 1172
TRAMPOLINE PMPI_Is_thread_main, 1173
TRAMPOLINE MPI_Keyval_create, 1174
TRAMPOLINE PMPI_Keyval_create, 1175
TRAMPOLINE MPI_Message_c2f, 1176
TRAMPOLINE PMPI_Message_c2f, 1177
TRAMPOLINE MPI_Message_f2c, 1178
TRAMPOLINE PMPI_Message_f2c, 1179
TRAMPOLINE MPI_NULL_COPY_FN, 1180
TRAMPOLINE PMPI_NULL_COPY_FN, 1181
TRAMPOLINE MPI_NULL_DELETE_FN, 1182
TRAMPOLINE PMPI_NULL_DELETE_FN, 1183
TRAMPOLINE MPI_Op_c2f, 1184
TRAMPOLINE PMPI_Op_c2f, 1185
TRAMPOLINE MPI_Op_create, 1186
TRAMPOLINE PMPI_Op_create, 1187
TRAMPOLINE MPI_Op_create_c, 1188
TRAMPOLINE PMPI_Op_create_c, 1189
TRAMPOLINE MPI_Op_f2c, 1190
TRAMPOLINE PMPI_Op_f2c, 1191
TRAMPOLINE MPI_Register_datarep, 1192
TRAMPOLINE PMPI_Register_datarep, 1193
TRAMPOLINE MPI_Register_datarep_c, 1194
TRAMPOLINE PMPI_Register_datarep_c, 1195
TRAMPOLINE MPI_Request_c2f, 1196
TRAMPOLINE PMPI_Request_c2f, 1197
TRAMPOLINE MPI_Request_f2c, 1198
TRAMPOLINE PMPI_Request_f2c, 1199
TRAMPOLINE MPI_Session_call_errhandler, 1200
TRAMPOLINE PMPI_Session_call_errhandler, 1201
TRAMPOLINE MPI_Session_create_errhandler, 1202
TRAMPOLINE PMPI_Session_create_errhandler, 1203
TRAMPOLINE MPI_Session_get_errhandler, 1204
TRAMPOLINE PMPI_Session_get_errhandler, 1205
TRAMPOLINE MPI_Session_set_errhandler, 1206
TRAMPOLINE PMPI_Session_set_errhandler, 1207
TRAMPOLINE MPI_Status_c2f, 1208
TRAMPOLINE PMPI_Status_c2f, 1209
TRAMPOLINE MPI_Status_f2c, 1210
TRAMPOLINE PMPI_Status_f2c, 1211
TRAMPOLINE MPI_TYPE_DUP_FN, 1212
TRAMPOLINE PMPI_TYPE_DUP_FN, 1213
TRAMPOLINE MPI_TYPE_NULL_COPY_FN, 1214
TRAMPOLINE PMPI_TYPE_NULL_COPY_FN, 1215
TRAMPOLINE MPI_TYPE_NULL_DELETE_FN, 1216
TRAMPOLINE PMPI_TYPE_NULL_DELETE_FN, 1217
TRAMPOLINE MPI_T_category_changed, 1218
TRAMPOLINE PMPI_T_category_changed, 1219
TRAMPOLINE MPI_T_category_get_categories, 1220
TRAMPOLINE PMPI_T_category_get_categories, 1221
TRAMPOLINE MPI_T_category_get_cvars, 1222
TRAMPOLINE PMPI_T_category_get_cvars, 1223
TRAMPOLINE MPI_T_category_get_events, 1224
TRAMPOLINE PMPI_T_category_get_events, 1225
TRAMPOLINE MPI_T_category_get_index, 1226
TRAMPOLINE PMPI_T_category_get_index, 1227
TRAMPOLINE MPI_T_category_get_info, 1228
TRAMPOLINE PMPI_T_category_get_info, 1229
TRAMPOLINE MPI_T_category_get_num, 1230
TRAMPOLINE PMPI_T_category_get_num, 1231
TRAMPOLINE MPI_T_category_get_num_events, 1232
TRAMPOLINE PMPI_T_category_get_num_events, 1233
TRAMPOLINE MPI_T_category_get_pvars, 1234
TRAMPOLINE PMPI_T_category_get_pvars, 1235
TRAMPOLINE MPI_T_cvar_get_index, 1236
TRAMPOLINE PMPI_T_cvar_get_index, 1237
TRAMPOLINE MPI_T_cvar_get_info, 1238
TRAMPOLINE PMPI_T_cvar_get_info, 1239
TRAMPOLINE MPI_T_cvar_get_num, 1240
TRAMPOLINE PMPI_T_cvar_get_num, 1241
TRAMPOLINE MPI_T_cvar_handle_alloc, 1242
TRAMPOLINE PMPI_T_cvar_handle_alloc, 1243
TRAMPOLINE MPI_T_cvar_handle_free, 1244
TRAMPOLINE PMPI_T_cvar_handle_free, 1245
TRAMPOLINE MPI_T_cvar_read, 1246
TRAMPOLINE PMPI_T_cvar_read, 1247
TRAMPOLINE MPI_T_cvar_write, 1248
TRAMPOLINE PMPI_T_cvar_write, 1249
TRAMPOLINE MPI_T_enum_get_info, 1250
TRAMPOLINE PMPI_T_enum_get_info, 1251
TRAMPOLINE MPI_T_enum_get_item, 1252
TRAMPOLINE PMPI_T_enum_get_item, 1253
TRAMPOLINE MPI_T_event_callback_get_info, 1254
TRAMPOLINE PMPI_T_event_callback_get_info, 1255
TRAMPOLINE MPI_T_event_callback_set_info, 1256
TRAMPOLINE PMPI_T_event_callback_set_info, 1257
TRAMPOLINE MPI_T_event_copy, 1258
TRAMPOLINE PMPI_T_event_copy, 1259
TRAMPOLINE MPI_T_event_get_index, 1260
TRAMPOLINE PMPI_T_event_get_index, 1261
TRAMPOLINE MPI_T_event_get_info, 1262
TRAMPOLINE PMPI_T_event_get_info, 1263
TRAMPOLINE MPI_T_event_get_num, 1264
TRAMPOLINE PMPI_T_event_get_num, 1265
TRAMPOLINE MPI_T_event_get_source, 1266
TRAMPOLINE PMPI_T_event_get_source, 1267
TRAMPOLINE MPI_T_event_get_timestamp, 1268
TRAMPOLINE PMPI_T_event_get_timestamp, 1269
TRAMPOLINE MPI_T_event_handle_alloc, 1270
TRAMPOLINE PMPI_T_event_handle_alloc, 1271
TRAMPOLINE MPI_T_event_handle_free, 1272
TRAMPOLINE PMPI_T_event_handle_free, 1273
TRAMPOLINE MPI_T_event_handle_get_info, 1274
TRAMPOLINE PMPI_T_event_handle_get_info, 1275
TRAMPOLINE MPI_T_event_handle_set_info, 1276
TRAMPOLINE PMPI_T_event_handle_set_info, 1277
TRAMPOLINE MPI_T_event_read, 1278
TRAMPOLINE PMPI_T_event_read, 1279
TRAMPOLINE MPI_T_event_register_callback, 1280
TRAMPOLINE PMPI_T_event_register_callback, 1281
TRAMPOLINE MPI_T_event_set_dropped_handler, 1282
TRAMPOLINE PMPI_T_event_set_dropped_handler, 1283
TRAMPOLINE MPI_T_finalize, 1284
TRAMPOLINE PMPI_T_finalize, 1285
TRAMPOLINE MPI_T_init_thread, 1286
TRAMPOLINE PMPI_T_init_thread, 1287
TRAMPOLINE MPI_T_pvar_get_index, 1288
TRAMPOLINE PMPI_T_pvar_get_index, 1289
TRAMPOLINE MPI_T_pvar_get_info, 1290
TRAMPOLINE PMPI_T_pvar_get_info, 1291
TRAMPOLINE MPI_T_pvar_get_num, 1292
TRAMPOLINE PMPI_T_pvar_get_num, 1293
TRAMPOLINE MPI_T_pvar_handle_alloc, 1294
TRAMPOLINE PMPI_T_pvar_handle_alloc, 1295
TRAMPOLINE MPI_T_pvar_handle_free, 1296
TRAMPOLINE PMPI_T_pvar_handle_free, 1297
TRAMPOLINE MPI_T_pvar_read, 1298
TRAMPOLINE PMPI_T_pvar_read, 1299
TRAMPOLINE MPI_T_pvar_readreset, 1300
TRAMPOLINE PMPI_T_pvar_readreset, 1301
TRAMPOLINE MPI_T_pvar_reset, 1302
TRAMPOLINE PMPI_T_pvar_reset, 1303
TRAMPOLINE MPI_T_pvar_session_create, 1304
TRAMPOLINE PMPI_T_pvar_session_create, 1305
TRAMPOLINE MPI_T_pvar_session_free, 1306
TRAMPOLINE PMPI_T_pvar_session_free, 1307
TRAMPOLINE MPI_T_pvar_start, 1308
TRAMPOLINE PMPI_T_pvar_start, 1309
TRAMPOLINE MPI_T_pvar_stop, 1310
TRAMPOLINE PMPI_T_pvar_stop, 1311
TRAMPOLINE MPI_T_pvar_write, 1312
TRAMPOLINE PMPI_T_pvar_write, 1313
TRAMPOLINE MPI_T_source_get_info, 1314
TRAMPOLINE PMPI_T_source_get_info, 1315
TRAMPOLINE MPI_T_source_get_num, 1316
TRAMPOLINE PMPI_T_source_get_num, 1317
TRAMPOLINE MPI_T_source_get_timestamp, 1318
TRAMPOLINE PMPI_T_source_get_timestamp, 1319
TRAMPOLINE MPI_Type_c2f, 1320
TRAMPOLINE PMPI_Type_c2f, 1321
TRAMPOLINE MPI_Type_create_keyval, 1322
TRAMPOLINE PMPI_Type_create_keyval, 1323
TRAMPOLINE MPI_Type_delete_attr, 1324
TRAMPOLINE PMPI_Type_delete_attr, 1325
TRAMPOLINE MPI_Type_f2c, 1326
TRAMPOLINE PMPI_Type_f2c, 1327
TRAMPOLINE MPI_Type_free_keyval, 1328
TRAMPOLINE PMPI_Type_free_keyval, 1329
TRAMPOLINE MPI_Type_get_attr, 1330
TRAMPOLINE PMPI_Type_get_attr, 1331
TRAMPOLINE MPI_Type_set_attr, 1332
TRAMPOLINE PMPI_Type_set_attr, 1333
TRAMPOLINE MPI_WIN_DUP_FN, 1334
TRAMPOLINE PMPI_WIN_DUP_FN, 1335
TRAMPOLINE MPI_WIN_NULL_COPY_FN, 1336
TRAMPOLINE PMPI_WIN_NULL_COPY_FN, 1337
TRAMPOLINE MPI_WIN_NULL_DELETE_FN, 1338
TRAMPOLINE PMPI_WIN_NULL_DELETE_FN, 1339
TRAMPOLINE MPI_WTICK_F90, 1340
TRAMPOLINE PMPI_WTICK_F90, 1341
TRAMPOLINE MPI_WTIME_F90, 1342
TRAMPOLINE PMPI_WTIME_F90, 1343
TRAMPOLINE MPI_Win_c2f, 1344
TRAMPOLINE PMPI_Win_c2f, 1345
TRAMPOLINE MPI_Win_call_errhandler, 1346
TRAMPOLINE PMPI_Win_call_errhandler, 1347
TRAMPOLINE MPI_Win_create_errhandler, 1348
TRAMPOLINE PMPI_Win_create_errhandler, 1349
TRAMPOLINE MPI_Win_create_keyval, 1350
TRAMPOLINE PMPI_Win_create_keyval, 1351
TRAMPOLINE MPI_Win_delete_attr, 1352
TRAMPOLINE PMPI_Win_delete_attr, 1353
TRAMPOLINE MPI_Win_f2c, 1354
TRAMPOLINE PMPI_Win_f2c, 1355
TRAMPOLINE MPI_Win_free_keyval, 1356
TRAMPOLINE PMPI_Win_free_keyval, 1357
TRAMPOLINE MPI_Win_get_attr, 1358
TRAMPOLINE PMPI_Win_get_attr, 1359
TRAMPOLINE MPI_Win_get_errhandler, 1360
TRAMPOLINE PMPI_Win_get_errhandler, 1361
TRAMPOLINE MPI_Win_set_attr, 1362
TRAMPOLINE PMPI_Win_set_attr, 1363
TRAMPOLINE MPI_Win_set_errhandler, 1364
TRAMPOLINE PMPI_Win_set_errhandler, 1365
TRAMPOLINE MPI_Wtick, 1366
TRAMPOLINE PMPI_Wtick, 1367
TRAMPOLINE MPI_Wtime, 1368
TRAMPOLINE PMPI_Wtime, 1369
TRAMPOLINE MPI_Type_extent, 1370
TRAMPOLINE PMPI_Type_extent, 1371
TRAMPOLINE MPI_Type_hindexed, 1372
TRAMPOLINE PMPI_Type_hindexed, 1373
TRAMPOLINE MPI_Type_hvector, 1374
TRAMPOLINE PMPI_Type_hvector, 1375
TRAMPOLINE MPI_Type_lb, 1376
TRAMPOLINE PMPI_Type_lb, 1377
TRAMPOLINE MPI_Type_struct, 1378
TRAMPOLINE PMPI_Type_struct, 1379
TRAMPOLINE MPI_Type_ub, 1380
TRAMPOLINE PMPI_Type_ub, 1381

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
    .size shunt_slots, 11056

    .section .note.GNU-stack,"",%progbits
